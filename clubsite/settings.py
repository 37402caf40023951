"""Every setting of the club's site. What may differ between two clubs comes from the environment by `clubsite.env` and stands in README.md."""

import logging
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from clubsite.database import database_of
from clubsite.env import env_bool, env_choice, env_int, env_list, env_path, env_secret, env_text, env_url, env_zone

BASE_DIR = Path(__file__).resolve().parent.parent
DEBUG = env_bool("DEBUG", False)
DATA_DIR = env_path("DATA_DIR", BASE_DIR / ".data")
BACKUP_DIR = env_path("BACKUP_DIR", DATA_DIR / "backups") if env_text("BACKUP_DIR") else None

SECRET_KEY = env_secret("SECRET_KEY", DATA_DIR / "secret_key") or ("only for developing " * 3 if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is missing: set SECRET_KEY or SECRET_KEY_FILE, or run `python3 manage.py start`, which keeps one.")

# Where the site is: https switches on everything that only https can carry. A hall is plain http on an address that changes.
_public = env_url("PUBLIC_URL", ("http", "https"))
PUBLIC_URL = _public.geturl().rstrip("/") if _public else ""
IS_HTTPS = bool(_public and _public.scheme == "https")
ALLOWED_HOSTS = [*env_list("ALLOWED_HOSTS"), *([_public.hostname] if _public and _public.hostname else [])] or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"] if _public else []
# What QR codes on cards and posters lead to: the public site, or else the hall's network, which `start` finds out; empty elsewhere.
# The page that prints table cards keeps it in the file.
HALL_URL = PUBLIC_URL or env_text("HALL_URL")
CARDS_ADDRESS_FILE = DATA_DIR / "cards_address"

INSTALLED_APPS = [
    "bridge.apps.BridgeConfig",
    "clubsite.apps.SiteConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubsite.headers.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubsite.refusals.PagesForRefusals",
]
ROOT_URLCONF = "clubsite.urls"
WSGI_APPLICATION = "clubsite.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubsite.health.lacks_twin",
            ],
        },
    },
]

WEB_WORKERS = env_int("WEB_WORKERS", 1, least=1, most=32)
_DATABASE_URL = env_url("DATABASE_URL", ("sqlite", "postgres", "postgresql"), secret=True)
# One file takes one writer: one thread answers, the other where that takes long (clubsite.turns). A server answers several.
WEB_THREADS = env_int("WEB_THREADS", 2 if _DATABASE_URL is None or _DATABASE_URL.scheme == "sqlite" else 4, least=1, most=64)
DATABASES = {"default": database_of(_DATABASE_URL, DATA_DIR, WEB_THREADS + 2)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "bridge.Account"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if IS_HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000  # the slip of groups and handicaps has two for each entry of an event

LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LANGUAGE_CODE = env_choice("LANGUAGE_CODE", "en", ("en", "zh-hans"))
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LOCALE_PATHS = [BASE_DIR / "bridge" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env_zone("TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# `start` collects and says so; a developer's server and the tests read the files where they lie.
STATIC_COLLECTED = env_bool("STATIC_COLLECTED", False)
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_MANIFEST_STRICT = False  # a page without its picture is better than none in the middle of an evening
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage" if STATIC_COLLECTED else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}

# Whether a job finds out what can be made with each deal (bridge.jobs.hands).
SOLVE_DEALS = env_bool("SOLVE_DEALS", True)

# Empty: `manage.py work` runs the jobs. Read by Celery under the same name.
_broker = env_url("CELERY_BROKER_URL", ("redis", "rediss", "amqp", "amqps"), secret=True)
CELERY_BROKER_URL = _broker.geturl() if _broker else ""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {
        "without_traceback": {"()": "clubsite.logs.WithoutTraceback", "below": logging.CRITICAL},
        "errors_with_traceback": {"()": "clubsite.logs.WithoutTraceback", "below": logging.ERROR},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "stream": sys.stderr}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.security.DisallowedHost": {"filters": ["without_traceback"]},
        "django.request": {"filters": ["errors_with_traceback"]},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "celery.app.trace": {"level": "WARNING"},  # one line a job would bury what matters
    },
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {"sweep": {"task": "bridge.sweep", "schedule": 1.0, "options": {"expires": 1.0}}}
# A dead broker must not hold a slip: one short try, no second one (kombu would sleep two seconds before it). Workers go on asking for it.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0, **({"socket_connect_timeout": 1, "socket_timeout": 5} if CELERY_BROKER_URL.startswith("redis") else {})}
