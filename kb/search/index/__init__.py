"""The search index: written and read with Whoosh."""
