"""The store in one SQLite file: the file and its refusals, the schema, the acts on its tables, the store."""
