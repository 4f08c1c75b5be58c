"""Writing a site: staging, checks, files."""
