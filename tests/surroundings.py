"""The environment in which tests run, whatever the developer's own is: loaded by .pytest.ini before the settings are read."""

import os
import tempfile
from pathlib import Path

for name in ("DEBUG", "PUBLIC_URL", "ALLOWED_HOSTS", "BACKUP_DIR", "LANGUAGE_CODE", "TIME_ZONE", "STATIC_COLLECTED", "SECRET_KEY_FILE"):
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = "only for tests, where nothing is secret"
os.environ["DATA_DIR"] = str(Path(tempfile.gettempdir()) / f"bridge-tests-{os.getpid()}")
