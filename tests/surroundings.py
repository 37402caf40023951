"""The environment in which tests run, whatever the developer's own is: loaded by .pytest.ini before the settings are read.

DATABASE_URL and CELERY_BROKER_URL stay: `manage.py test` takes them away, and `--full` sets them for its second run.
"""

import atexit
import os
import shutil
import tempfile

NOT_OURS = (
    "ALLOWED_HOSTS", "BACKUP_DIR", "DEBUG", "HALL_URL", "LANGUAGE_CODE", "PUBLIC_URL", "SECRET_KEY_FILE", "STATIC_COLLECTED", "TIME_ZONE",
    "WEB_THREADS", "WEB_WORKERS",
    "PYTHONDONTWRITEBYTECODE",  # each of the many processes that tests start would compile the whole program for itself
)

for name in NOT_OURS:
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = "only for tests, where nothing is secret"
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bridge-tests-")
os.mkdir(os.path.join(os.environ["DATA_DIR"], "static"))  # WhiteNoise warns where nothing was collected
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
