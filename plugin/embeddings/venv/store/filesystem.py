"""What kind of place a folder is: local disk, network share, or synced by a cloud client.

Owns: the probes. Does not own: what follows from them (location and connection decide). A live
database on a share loses locks, and a synced one breeds conflict copies, so both are avoided.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_UNIX_SHARES = {"nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "afpfs", "ncpfs", "webdav"}
_CLUSTER_SHARES = {"davfs", "davfs2", "ceph", "glusterfs", "lustre", "gfs2", "ocfs2"}
_MACHINE_SHARES = {"9p", "vboxsf", "prl_fs", "drvfs", "macfuse", "osxfuse"}
_NETWORK_TYPES = _UNIX_SHARES | _CLUSTER_SHARES | _MACHINE_SHARES
_LOCAL_FUSE = frozenset(("fuse.ntfs", "fuse.ntfs-3g", "fuse.exfat", "fuse.mergerfs", "fuseblk"))
_SYNC_NAMES = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "my drive",
    "icloud drive",
    "mobile documents",
    "cloudstorage",
    "nextcloud",
    "owncloud",
    "pclouddrive",
    "box sync",
    "megasync",
    "yandex.disk",
)
_SYNC_MARKERS = (
    ".dropbox",
    ".dropbox.cache",
    ".stfolder",
    ".owncloudsync.log",
    ".tmp.drivedownload",
)
_DRIVE_REMOTE = 4  # GetDriveTypeW
_MOUNT_TIMEOUT_S = 5
_MOUNT_POINT_FIELD = 4


def is_network(folder: Path) -> bool:
    """Return True when folder lies on a file system shared over a network or a virtual machine."""
    kind = filesystem_type(folder)
    if kind in _NETWORK_TYPES:
        return True
    return kind.startswith("fuse") and kind not in _LOCAL_FUSE


def sync_client(folder: Path) -> str:
    """Return the name of the synced folder that folder lies in, or "" when in none."""
    for ancestor in (folder, *folder.parents):
        name = ancestor.name.casefold()
        if any(name == known or name.startswith(f"{known} ") for known in _SYNC_NAMES):
            return ancestor.name
        if name.startswith("onedrive - ") or _has_sync_marker(ancestor):
            return ancestor.name
    return ""


def is_writable(folder: Path) -> bool:
    """Return True when access rights and mount flags let files be made in folder."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    if not hasattr(os, "statvfs"):
        return True
    return not os.statvfs(folder).f_flag & os.ST_RDONLY


def filesystem_type(folder: Path) -> str:
    """Return the file system's type name ("ext4", "nfs4", "fuse.sshfs"), or "" when unknown."""
    if sys.platform == "win32":
        return _windows_type(folder)
    if sys.platform == "darwin":
        return type_from_mount_output(_mount_output(), folder)
    return type_from_mountinfo(_mountinfo(), folder)


def type_from_mountinfo(mountinfo: str, folder: Path) -> str:
    """Return the type of folder's mount in the text of /proc/self/mountinfo, see proc(5)."""
    mounts = []
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split(" ")
        if right and len(fields) > _MOUNT_POINT_FIELD:
            mounts.append((_unescape(fields[_MOUNT_POINT_FIELD]), right.split(" ")[0]))
    return _type_of_longest(mounts, folder)


def type_from_mount_output(output: str, folder: Path) -> str:
    """Return the type of folder's mount in macOS's mount output: "disk on /path (type, flags)"."""
    mounts = []
    for line in output.splitlines():
        _, _, rest = line.partition(" on ")
        point, _, flags = rest.rpartition(" (")
        if point:
            mounts.append((point, flags.split(",")[0].rstrip(")")))
    return _type_of_longest(mounts, folder)


def _type_of_longest(mounts: list[tuple[str, str]], folder: Path) -> str:
    holding = [(point, kind) for point, kind in mounts if folder.is_relative_to(point)]
    # Later mounts hide earlier ones on the same point, so the last of the longest wins.
    return max(reversed(holding), key=lambda mount: len(mount[0]), default=("", ""))[1]


def _unescape(mount_point: str) -> str:
    for escaped, plain in ((r"\040", " "), (r"\011", "\t"), (r"\012", "\n"), (r"\134", "\\")):
        mount_point = mount_point.replace(escaped, plain)
    return mount_point


def _mountinfo() -> str:
    try:
        return Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def _mount_output() -> str:
    try:
        done = subprocess.run(
            ["/sbin/mount"], capture_output=True, text=True, timeout=_MOUNT_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _windows_type(folder: Path) -> str:
    if str(folder).startswith("\\\\"):
        return "cifs"
    import ctypes

    kernel32 = getattr(ctypes, "windll").kernel32  # noqa: B009 - absent on other platforms
    return "cifs" if kernel32.GetDriveTypeW(f"{folder.drive}\\") == _DRIVE_REMOTE else "ntfs"


def _has_sync_marker(folder: Path) -> bool:
    # os.path's, as Path's raises where an ancestor may not be entered; such a marker is not there.
    return any(os.path.exists(folder / marker) for marker in _SYNC_MARKERS)  # noqa: PTH110
