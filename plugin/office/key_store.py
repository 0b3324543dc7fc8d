"""The model server's key, in LibreOffice's password container or this process's environment.

Owns: reading, keeping and removing it. Does not own: which server (settings). The key is never in
the configuration, which is plain text.

Source: com.sun.star.task.PasswordContainer (svl/source/passwordcontainer). It encrypts what it
keeps: by the user's master password where there is one. Where the user does not let LibreOffice
keep passwords, or the container is locked, an added one lasts until LibreOffice ends.
"""

from __future__ import annotations

import os
from typing import Any, Final

import unohelper
from com.sun.star.task import NoMasterException, XInteractionHandler
from com.sun.star.uno import RuntimeException

from ..contracts.http_model import API_KEY_VARIABLE

_USER: Final = "embeddings"


class KeyStore:
    """The keys of model servers by their address; main thread only."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx

    def read(self, url: str) -> str:
        """Return the key for an address, "" where there is none.

        The environment goes first. A locked container is left locked: nobody is asked for the
        master password because a folder is brought up to date.
        """
        from_environment = os.environ.get(API_KEY_VARIABLE, "").strip()
        if from_environment or not url:
            return from_environment
        try:
            record = self._container().findForName(_name(url), _USER, _SilentHandler())
        except (NoMasterException, RuntimeException):
            return ""
        passwords = [text for user in record.UserList for text in user.Passwords]
        return str(passwords[0]) if passwords else ""

    def write(self, url: str, key: str) -> None:
        """Keep the key for an address, "" removes it; one of the environment stays there alone."""
        if not url or key == self.read(url):
            return
        container = self._container()
        if not key:
            container.remove(_name(url), _USER)
        elif self.lasts():
            container.addPersistent(_name(url), _USER, (key,), self._asker())
        else:
            container.add(_name(url), _USER, (key,), None)

    def lasts(self) -> bool:
        """Return whether LibreOffice keeps passwords beyond its end, as its user decides."""
        return bool(self._container().isPersistentStoringAllowed())

    def _container(self) -> Any:
        return self._service("com.sun.star.task.PasswordContainer")  # one for the process

    def _asker(self) -> Any:
        """Return what asks for the master password, where there is one."""
        return self._service("com.sun.star.task.InteractionHandler")

    def _service(self, name: str) -> Any:
        return self._ctx.ServiceManager.createInstanceWithContext(name, self._ctx)


class _SilentHandler(unohelper.Base, XInteractionHandler):
    """Answers no question. Without a handler the container does not even try its own password."""

    def handle(self, _request: object) -> None:
        """Leave the master password unasked for."""


def _name(url: str) -> str:
    # Not the address itself: what is kept for that belongs to LibreOffice's own connections.
    return f"writeragent:{url}"
