"""The structured index: one SQLite file whose schema, `schema.sql`, a person can read. The only SQL of the project."""
