"""The lines of a page, without the marks of lists, quotes, comments and markup."""
