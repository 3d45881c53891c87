"""The language server: what editors show, complete and find while scripts are written."""
