"""The commands of `hordemtg`, a file for each subject; `add` of each tells the parser its options."""
