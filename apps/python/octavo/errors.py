"""What goes wrong, as exceptions with the engine's stable codes.

Every exception is an OctavoError. Its `code` never changes once released ("file_encrypted", "limit_exceeded"; the list
is in docs/guide.md), its `hint` says what can be done about it.
"""

from __future__ import annotations

class OctavoError(Exception):
    """Base of all exceptions of this package.

    code: stable name, such as "file_corrupted".
    hint: what can be done; may be empty.
    file: path or name of the input; may be empty.
    page: number of the page, from 1; None when it concerns no single page.
    byte_offset: where in the file; None when that is not known.
    retryable: whether the same call may succeed later with the same input.
    """

    code: str
    hint: str
    file: str
    page: int | None
    byte_offset: int | None
    retryable: bool

    def __init__(self, message: str, *, code: str = "internal", hint: str = "", file: str = "",
                 page: int | None = None, byte_offset: int | None = None, retryable: bool = False) -> None:  # fmt: skip
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint
        self.file = file
        self.page = page
        self.byte_offset = byte_offset
        self.retryable = retryable

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.message, {name: getattr(self, name) for name in _FIELDS})


_FIELDS = ("code", "hint", "file", "page", "byte_offset", "retryable")


def _restored(kind: type[OctavoError], message: str, fields: dict[str, object]) -> OctavoError:
    return kind(message, **fields)  # type: ignore[arg-type]


class InvalidArgument(OctavoError, ValueError):
    """An option is out of range, or a range of pages selects nothing."""


class SourceError(OctavoError):
    """The input cannot be read: of no known format, damaged, empty."""


class SourceNotFound(SourceError, FileNotFoundError):
    """There is no such file."""


class SourceEncrypted(SourceError):
    """The input needs a password, or the given one is wrong."""


class PageError(OctavoError):
    """A page could not be read, or not in time."""


class LimitExceeded(OctavoError):
    """The input is beyond one of the limits: pages, pixels, bytes, nesting."""


class OutputError(OctavoError):
    """The result could not be written."""


class ModelError(OctavoError):
    """A model or a library is not installed, damaged, or another than expected."""


class ServerError(OctavoError):
    """A model server on the network did not do its part."""


class Cancelled(OctavoError):
    """The call was stopped by its caller."""


class ForkError(OctavoError):
    """The engine was used before this process was forked off; its threads are in the parent alone."""


_KINDS: dict[str, type[OctavoError]] = {
    "invalid_argument": InvalidArgument,
    "page_range_invalid": InvalidArgument,
    "file_not_found": SourceNotFound,
    "file_unreadable": SourceError,
    "file_empty": SourceError,
    "file_type_unsupported": SourceError,
    "file_corrupted": SourceError,
    "file_encrypted": SourceEncrypted,
    "page_failed": PageError,
    "page_timeout": PageError,
    "limit_exceeded": LimitExceeded,
    "output_unwritable": OutputError,
    "storage_full": OutputError,
    "model_missing": ModelError,
    "model_invalid": ModelError,
    "cancelled": Cancelled,
}


def from_engine(code: str, hint: str, file: str, page: int | None, byte_offset: int | None,
                retryable: bool, message: str) -> OctavoError:  # fmt: skip
    """The exception for an error of the engine, which calls this."""
    kind = _KINDS.get(code, ServerError if code.startswith("server_") else OctavoError)
    return kind(message, code=code, hint=hint, file=file, page=page, byte_offset=byte_offset,
                retryable=retryable)  # fmt: skip
