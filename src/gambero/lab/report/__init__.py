"""Results for people and programs: tables in a terminal, Markdown, HTML with plots, JSON and CSV rows."""
