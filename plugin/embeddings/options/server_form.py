"""What the fields of the Model Server window hold, to and from the settings.

Owns: the fields, what is sent where in words, the checks. Does not own: the window's buttons
(server_presenter), the settings' own rules (settings).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Optional

from ...contracts.errors import BadRequest
from ...contracts.http_model import HttpModel, parse_http_model
from ..settings import EmbeddingProvider

if TYPE_CHECKING:
    from ..settings import Settings
    from ..texts import Texts


@dataclass(frozen=True)
class ServerForm:
    """What the fields hold; confirmed is the address that the user agreed to."""

    is_used: bool = False
    url: str = ""
    name: str = ""
    key: str = field(default="", repr=False)
    confirmed: str = ""

    @property
    def server(self) -> Optional[HttpModel]:
        """Return the server's model, or None where the fields name none that can be used."""
        try:
            return parse_http_model(f"{self.url.strip()}#{self.name.strip()}")
        except BadRequest:
            return None


def server_form_of(settings: Settings, key: str) -> ServerForm:
    """Return what the window shows of the settings."""
    return ServerForm(
        is_used=settings.embedding_provider == EmbeddingProvider.HTTP.value,
        url=settings.http_url,
        name=settings.http_model,
        key=key,
        confirmed=settings.http_confirmed,
    )


def with_server(settings: Settings, form: ServerForm) -> Settings:
    """Return the settings with what the window's fields hold."""
    provider = EmbeddingProvider.HTTP if form.is_used else EmbeddingProvider.LOCAL
    return replace(
        settings,
        embedding_provider=provider.value,
        http_url=form.url,
        http_model=form.name,
        http_confirmed=form.confirmed,
        http_key=form.key,
    )


def privacy_text(form: ServerForm, texts: Texts) -> str:
    """Return what is sent where, for people."""
    server = form.server
    if server is None:
        return texts["server.privacy.none"]
    if server.is_loopback:
        return texts.format("server.privacy.loopback", host=server.host)
    told = texts.format("server.privacy.remote", host=server.host)
    return f"{told} {texts['server.privacy.open']}" if server.is_open_to_readers else told


def server_complaint(form: ServerForm, texts: Texts) -> str:
    """Return what keeps the fields from being used, "" where nothing does."""
    if not form.is_used:
        return ""
    server = form.server
    if server is None:
        return texts["server.bad_address" if form.name.strip() else "server.bad_name"]
    if form.key and server.is_open_to_readers:
        return texts.format("server.bad_key", host=server.host)
    return ""
