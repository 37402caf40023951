"""The slip for the cards of an evening."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import Deal
from bridge.engine.errors import EngineError
from bridge.engine.formats.deals import read_deals
from bridge.engine.formats.reading import FileTooLarge
from bridge.forms.slip import Slip
from bridge.phrases import phrase

MOST_BYTES = 2 * 1024 * 1024


class DealsForm(Slip):
    """A file of deals; `deals` is what stands in it, board number -> cards."""

    file = forms.FileField(label=_("File of the deals (PBN or LIN)"))

    deals: Mapping[int, Deal]

    def clean(self) -> dict[str, Any]:
        """The deals of the file."""
        told = super().clean() or {}
        file = told.get("file")
        if isinstance(file, UploadedFile):
            try:
                if (file.size or 0) > MOST_BYTES:
                    raise FileTooLarge(size=file.size, limit=MOST_BYTES)
                self.deals = read_deals(file.read())
            except EngineError as refusal:
                self.add_error("file", phrase(refusal))
        return told
