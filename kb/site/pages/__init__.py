"""The pages of a site, a module for each type of page."""
