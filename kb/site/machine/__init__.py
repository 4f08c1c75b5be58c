"""Files for programs: feeds, the site map, JSON, previews, the app."""
