"""The site as `start` serves it: the WSGI application, in a process that ends with `start`."""

from clubsite.children import end_with_parent
from clubsite.wsgi import application

__all__ = ["application"]

end_with_parent()
