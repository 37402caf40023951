"""Slips for an old file: chosen and checked, then imported."""

import base64
import zlib
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from bridge.engine.errors import EngineError
from bridge.engine.formats.check import check_event
from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import PublishedEvent
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.reading import FileTooLarge
from bridge.forms.slip import Slip
from bridge.phrases import phrase

MOST_BYTES = 8 * 1024 * 1024
MOST_PACKED = 4 * 1024 * 1024  # what the page carries of it to the import


class _Event(Slip):
    """A slip with an event in it: `content` as it came, `event` as it was read, `check` as it was scored afresh."""

    content: bytes = b""
    event: PublishedEvent
    check: EventCheck

    def _judge(self, name: str, data: bytes, size: int) -> None:
        """Reads and checks; what is wrong with the file is told once, beside it. `size`: the whole file's, where `data` is its beginning."""
        try:
            if size > MOST_BYTES:
                raise FileTooLarge(size=size, limit=MOST_BYTES)
            self.event = read_event(data, limit=MOST_BYTES)
            self.check = check_event(self.event)
        except EngineError as refusal:
            self.add_error(name, phrase(refusal))
        else:
            self.content = data


class FileForm(_Event):
    """A file of results."""

    file = forms.FileField(label=_("File of results (USEBIO or PBN)"))

    def clean(self) -> dict[str, Any]:
        """The event of the file."""
        told = super().clean() or {}
        file = told.get("file")
        if isinstance(file, UploadedFile):
            self._judge("file", file.read(MOST_BYTES), file.size or 0)
        return told

    def packed(self) -> str:
        """The file as the next page carries it."""
        return base64.b64encode(zlib.compress(self.content)).decode()


class ImportForm(_Event):
    """The file that was checked, to be imported now."""

    packed = forms.CharField(max_length=MOST_PACKED, widget=forms.HiddenInput, strip=False)

    def clean(self) -> dict[str, Any]:
        """The event of the file that was checked."""
        told = super().clean() or {}
        if "packed" in told:
            try:
                data = zlib.decompressobj().decompress(base64.b64decode(told["packed"], validate=True), MOST_BYTES + 1)
            except (ValueError, zlib.error):  # binascii.Error is a ValueError, letters beyond ASCII raise it plainly
                self.add_error("packed", _("The file did not come through whole: choose it again."))
            else:
                self._judge("packed", data, len(data))
        return told
