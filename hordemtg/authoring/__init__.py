"""The author's workbench: a new Horde, what is doubtful in one, sharing it, and the page beside the table."""
