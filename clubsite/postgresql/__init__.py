"""Django's PostgreSQL, with statements that the server keeps."""
