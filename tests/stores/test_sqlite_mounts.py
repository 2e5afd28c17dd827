"""Network file systems, on which a SQLite store would lose its locks."""

from __future__ import annotations

from pathlib import Path

import pytest

from boilerspider.errors import StoreError
from boilerspider.stores.sqlite.file import file_system_of, refuse_unfit

MOUNTS = r"""
22 1 0:21 / / rw,relatime shared:1 - ext4 /dev/vda rw
23 22 0:22 / /mnt/share rw - cifs //server/share rw
24 22 0:23 / /mnt/with\040space rw shared:7 master:3 - nfs4 server:/export rw
25 23 0:24 / /mnt/share/local rw - tmpfs tmpfs rw
26 22 0:25 / /mnt/ssh rw - fuse.sshfs me@server: rw
27 22 0:26 / /mnt/disk rw - fuseblk /dev/sdb1 rw
28 22 0:27 / /mnt/over rw - nfs server:/x rw
29 22 0:28 / /mnt/over rw - xfs /dev/sdc rw
a broken line
"""


@pytest.mark.parametrize(
    ("path", "file_system"),
    [
        ("/home/me/articles.sqlite", "ext4"),
        ("/mnt/share/articles.sqlite", "cifs"),
        ("/mnt/share/deep/er/articles.sqlite", "cifs"),
        ("/mnt/shared/articles.sqlite", "ext4"),
        ("/mnt/share/local/articles.sqlite", "tmpfs"),
        ("/mnt/with space/articles.sqlite", "nfs4"),
        ("/mnt/ssh/articles.sqlite", "fuse.sshfs"),
        ("/mnt/disk/articles.sqlite", "fuseblk"),
        ("/mnt/over/articles.sqlite", "xfs"),
    ],
)
def test_file_systems_by_the_table_of_mounts(path, file_system):
    assert file_system_of(Path(path), MOUNTS) == file_system


@pytest.mark.parametrize("file_system", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph"])
def test_network_file_systems_are_refused(tmp_path, file_system):
    mounts = f"22 1 0:21 / / rw - {file_system} server:/export rw"
    path = tmp_path / "folder" / "articles.sqlite"
    with pytest.raises(StoreError, match=rf"network file system \({file_system}\).*name a file on a local disk$"):
        refuse_unfit(path, mounts)
    assert not path.parent.exists()


@pytest.mark.parametrize("mounts", ["", "22 1 0:21 / / rw - ext4 /dev/vda rw", "22 1 0:21 / / rw - overlay o rw"])
def test_local_and_unknown_file_systems_are_not(tmp_path, mounts):
    refuse_unfit(tmp_path / "articles.sqlite", mounts)
