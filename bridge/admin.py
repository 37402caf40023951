"""Every table to look at, none to edit: facts come in by acts only, and records are changed by acts that remember what stood before."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

SECRETS = {"password", "pin_hash", "secret_hash", "wifi_password"}


class ReadOnly(admin.ModelAdmin):
    """A table without add, change or delete, and without what is secret."""

    list_per_page = 50
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        return [field.name for field in self.model._meta.concrete_fields if field.name not in SECRETS]

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


for model in apps.get_app_config("bridge").get_models():
    admin.site.register(model, ReadOnly)
