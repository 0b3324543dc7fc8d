"""Which folder a document belongs to, on Linux and on Windows, by names alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugin.embeddings.upkeep import folder_choice as fc
from plugin.embeddings.upkeep.folder_choice import (
    FolderChoice,
    FolderSource,
    Surroundings,
    choose_folder,
    judge_folder,
    path_of_url,
)

LINUX = Surroundings(
    homes=("/home/ana", "/var/home/ana"),
    my_documents="/home/ana/Documents",
    temporary=("/run/user/1000/tmp",),
    is_windows=False,
)
WINDOWS = Surroundings(
    homes=(r"C:\Users\ana",),
    my_documents=r"C:\Users\ana\Documents",
    temporary=(r"C:\Users\ana\AppData\Local\Temp",),
    is_windows=True,
)


def test_a_document_belongs_to_its_own_folder() -> None:
    assert choose_folder("file:///home/ana/Work/Plan%20B/a.odt", LINUX) == FolderChoice(
        "/home/ana/Work/Plan B", FolderSource.DOCUMENT
    )
    assert choose_folder("file:///D:/Work/%C3%9Cber/a.odt", WINDOWS) == FolderChoice(
        r"D:\Work\Über", FolderSource.DOCUMENT
    )


@pytest.mark.parametrize("url", ["", "private:factory/swriter", "private:stream"])
def test_an_untitled_one_belongs_to_my_documents(url: str) -> None:
    assert choose_folder(url, LINUX) == FolderChoice(
        "/home/ana/Documents", FolderSource.MY_DOCUMENTS
    )


def test_without_my_documents_there_is_no_folder() -> None:
    found = choose_folder("", replace(LINUX, my_documents=""))
    assert found == FolderChoice("", FolderSource.NONE, reason=fc.NO_FOLDER)


@pytest.mark.parametrize(
    "url",
    [
        "https://cloud.example/dav/a.odt",
        "vnd.sun.star.webdavs://cloud.example/a.odt",
        "smb://nas/share/a.odt",
        "sftp://host/a.odt",
        "vnd.libreoffice.cmis://x/a.odt",
        "file://nas/share/a.odt",
    ],
)
def test_a_document_on_a_server_has_no_folder(url: str) -> None:
    assert choose_folder(url, LINUX) == FolderChoice("", FolderSource.NONE, reason=fc.REMOTE)


@pytest.mark.parametrize(
    ("url", "surroundings"),
    [
        ("vnd.sun.star.zip://file%3A%2F%2F%2Fhome%2Fana%2Fx.zip/a.odt", LINUX),
        ("vnd.sun.star.tdoc:/1/Object 1", LINUX),
        ("file:///tmp/.fr-Ab12Cd/a.odt", LINUX),
        ("file:///home/ana/.cache/.fr-Ab12Cd/sub/a.odt", LINUX),
        ("file:///C:/Users/ana/AppData/Local/Temp/7zO4F2A/a.odt", WINDOWS),
        ("file:///C:/Users/ana/AppData/Local/Temp/Temp1_old.zip/a.odt", WINDOWS),
    ],
)
def test_a_document_in_an_archive_has_no_folder(url: str, surroundings: Surroundings) -> None:
    found = choose_folder(url, surroundings)
    assert found == FolderChoice("", FolderSource.NONE, reason=fc.IN_ARCHIVE)


@pytest.mark.parametrize(
    ("folder", "reason", "surroundings"),
    [
        ("/home/ana", fc.WHOLE_HOME, LINUX),
        ("/home/ana/", fc.WHOLE_HOME, LINUX),
        ("/var/home/ana", fc.WHOLE_HOME, LINUX),
        ("/home", fc.WHOLE_HOME, LINUX),
        ("/", fc.WHOLE_DRIVE, LINUX),
        ("/tmp", fc.TEMPORARY, LINUX),  # noqa: S108 - a name
        ("/run/user/1000/tmp", fc.TEMPORARY, LINUX),
        ("/usr/share/doc/x", fc.SYSTEM, LINUX),
        ("/etc", fc.SYSTEM, LINUX),
        ("/media", fc.SYSTEM, LINUX),
        (r"C:\Users\ana", fc.WHOLE_HOME, WINDOWS),
        (r"c:\users\ANA", fc.WHOLE_HOME, WINDOWS),
        (r"C:\Users", fc.WHOLE_HOME, WINDOWS),
        ("E:\\", fc.WHOLE_DRIVE, WINDOWS),
        (r"\\nas\share", fc.WHOLE_DRIVE, WINDOWS),
        (r"C:\Windows\Temp", fc.SYSTEM, WINDOWS),
        (r"C:\Program Files\x", fc.SYSTEM, WINDOWS),
        (r"C:\Users\ana\AppData\Local\Temp", fc.TEMPORARY, WINDOWS),
    ],
)
def test_too_much_needs_consent_and_says_why(
    folder: str, reason: str, surroundings: Surroundings
) -> None:
    found = judge_folder(folder, surroundings)
    assert (found.needs_consent, found.reason) == (True, reason)
    allowed = judge_folder(folder, surroundings, allowed=("/elsewhere", folder))
    assert not allowed.needs_consent


@pytest.mark.parametrize(
    ("folder", "surroundings"),
    [
        ("/home/ana/Documents", LINUX),
        ("/home/bob/shared", LINUX),
        ("/tmp/plans", LINUX),  # noqa: S108 - a name
        ("/media/ana/STICK/plans", LINUX),
        ("/run/user/1000/gvfs/smb-share:server=nas/plans", LINUX),
        ("/usrdata", LINUX),
        (r"D:\Windows plans", WINDOWS),
        (r"\\nas\share\plans", WINDOWS),
    ],
)
def test_an_ordinary_folder_needs_none(folder: str, surroundings: Surroundings) -> None:
    assert judge_folder(folder, surroundings) == FolderChoice(folder, FolderSource.DOCUMENT)


def test_my_documents_that_is_all_of_home_needs_consent() -> None:
    found = choose_folder("", replace(LINUX, my_documents="/home/ana"))
    assert found == FolderChoice(
        "/home/ana", FolderSource.MY_DOCUMENTS, needs_consent=True, reason=fc.WHOLE_HOME
    )


def test_names_that_are_no_utf8_and_hosts_go_through() -> None:
    assert path_of_url("file:///d/caf%E9.odt", is_windows=False) == "/d/caf\udce9.odt"
    assert path_of_url("file://localhost/d/a%23b%3F.odt", is_windows=False) == "/d/a#b?.odt"
    assert path_of_url("file://nas/s/a.odt", is_windows=True) == r"\\nas\s\a.odt"
    assert path_of_url("https://x/a.odt", is_windows=False) is None
