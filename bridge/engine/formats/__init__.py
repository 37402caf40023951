"""File formats: text in, values out, and back. Nothing here opens a file."""
