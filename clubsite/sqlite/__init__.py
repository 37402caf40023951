"""Django's SQLite, with a fairer way to wait for the file."""
