"""The store in PostgreSQL: any number of machines, one act at a time."""
