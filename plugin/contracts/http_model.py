"""A model on a server that speaks OpenAI's embeddings interface, named by one line of text.

Owns: the form "https://host/v1#model@width", its parts, and to whom what may be sent. Does not
own: talking to the server (the worker's embed.http_client), the user's yes (options, scripts).

Source: https://platform.openai.com/docs/api-reference/embeddings; Ollama, LM Studio, llama.cpp,
vLLM, text-embeddings-inference and OpenRouter answer the same requests.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Optional
from urllib.parse import urlsplit

from .errors import BadRequest

API_KEY_VARIABLE = "WRITERAGENT_EMBEDDINGS_API_KEY"
"""The environment variable with the server's key."""
HTTP_MODEL_PREFIX = "http:"
"""How a server's model is called in an index: by its name alone, never with an address."""
_SCHEMES = ("http://", "https://")
_OTHER_ADDRESS = re.compile(
    r"\s*(?:[a-z][a-z0-9+.-]*://|[\w.-]+:\d+(?:[/#]|$))", re.ASCII | re.IGNORECASE
)
"""What is meant as an address: of another scheme, or a host with a port and no scheme."""
_WIDTH = re.compile(r"(?P<name>.+)@(?P<dim>[1-9]\d{0,4})", re.ASCII | re.DOTALL)
_HINT = "Write it like http://localhost:11434/v1#nomic-embed-text."


@dataclass(frozen=True)
class HttpModel:
    """One model of one server; dim 0 takes the vectors as wide as the server makes them."""

    url: str
    name: str
    dim: int = 0

    @property
    def request_id(self) -> str:
        """Return the whole line, as a request names it."""
        return f"{self.url}#{self._named}"

    @property
    def stored_id(self) -> str:
        """Return what an index calls the model.

        An index may come from elsewhere: no address in it is ever followed.
        """
        return f"{HTTP_MODEL_PREFIX}{self._named}"

    @property
    def _named(self) -> str:
        return f"{self.name}@{self.dim}" if self.dim else self.name

    @property
    def host(self) -> str:
        """Return the server's name for people, with the port where one is given."""
        return urlsplit(self.url).netloc

    @property
    def is_loopback(self) -> bool:
        """Return whether the server is this computer, so that nothing leaves it."""
        name = urlsplit(self.url).hostname or ""
        if name == "localhost":
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False

    @property
    def is_open_to_readers(self) -> bool:
        """Return whether others on the way can read what is sent: http:// over a network."""
        return self.url.startswith("http://") and not self.is_loopback


def is_http_model(model_id: str) -> bool:
    """Return whether a request's model is one of a server."""
    return model_id.lower().startswith(_SCHEMES)


def parse_http_model(model_id: str) -> Optional[HttpModel]:
    """Return the server's model that a request names, or None where it names none of a server.

    Raises BadRequest for an address that cannot be used, or one with a password in it.
    """
    if not is_http_model(model_id) and not _OTHER_ADDRESS.match(model_id):
        return None
    url, _, name = model_id.strip().partition("#")
    found = _WIDTH.fullmatch(name.strip())
    dim = int(found.group("dim")) if found else 0
    return make_http_model(url, found.group("name") if found else name, dim=dim)


def make_http_model(url: str, name: str, *, dim: int = 0) -> HttpModel:
    """Return a server's model from what was typed. Raises BadRequest as parse_http_model does."""
    url, name = url.strip().rstrip("/"), name.strip()
    problem = _problem(url, name)
    if problem:
        raise BadRequest(problem, hint=_HINT)
    return HttpModel(url, name, dim)


def _problem(url: str, name: str) -> str:
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return "The address of the model server cannot be read."
    if not url.lower().startswith(_SCHEMES) or not has_host or not url.isprintable():
        return "The address of the model server must begin with http:// or https:// and a host."
    if parts.username is not None or parts.password is not None:
        return "The address of the model server must not hold a user or a password."
    if parts.query or parts.fragment or " " in url:
        return "The address of the model server must end with its path, such as /v1."
    if not name or not name.isprintable():
        return "The model of the server has no name."
    return ""
