"""How fast and how big: measured, with the limits that the issues set. Run by hand or by `manage.py test --full`, never by the quick suite."""
