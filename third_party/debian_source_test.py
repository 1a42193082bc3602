"""debian-source finds an archive by its SHA-256 where apt has its packages, however that is written down, and changes nothing there.

Usage: debian_source_test.py DEBIAN-SOURCE
"""
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest

DEBIAN_SOURCE = os.path.abspath(sys.argv.pop(1))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


class DebianSource(unittest.TestCase):
    """A repository of two versions of a source package, in a folder."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        index = ''
        for version in ('1.0', '2.0'):
            archive = 'archive of ' + version
            write(self.at('mirror/thing_%s.orig.tar.gz' % version), archive)
            index += ('Package: thing\nBinary: thing\nVersion: %s-1\nFormat: 3.0 (quilt)\nDirectory: .\n'
                      'Checksums-Sha256:\n %s %d thing_%s.orig.tar.gz\n\n') % (version, sha256(archive), len(archive), version)
        write(self.at('mirror/Sources'), index)
        write(self.at('mirror/Release'), 'SHA256:\n %s %d Sources\n' % (sha256(index), len(index)))
        os.makedirs(self.at('etc/apt.conf.d'))
        write(self.at('apt.conf'), 'Dir::Etc "%s";\n' % self.at('etc'))

    def at(self, name):
        return os.path.join(self.folder.name, name)

    def fetch(self, digest):
        return subprocess.run([DEBIAN_SOURCE, 'thing', digest, self.at('to/archive')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=dict(os.environ, APT_CONFIG=self.at('apt.conf')), text=True, check=False)

    def has_fetched(self, version):
        done = self.fetch(sha256('archive of ' + version))
        self.assertEqual((done.returncode, done.stdout), (0, ''))
        with open(self.at('to/archive'), encoding='utf-8') as file:
            self.assertEqual(file.read(), 'archive of ' + version)

    def one_line(self):
        write(self.at('etc/sources.list'), '# binaries alone\ndeb [trusted=yes] file:%s ./\n' % self.at('mirror'))

    def test_a_line_for_binaries_will_do(self):
        self.one_line()
        self.has_fetched('2.0')

    def test_so_will_a_stanza_and_lines_of_both_sorts_beside_a_mirror_that_is_away(self):
        write(self.at('etc/sources.list.d/a.sources'), 'Types: deb\nURIs: file:%s\nSuites: ./\nTrusted: yes\n' % self.at('mirror'))
        write(self.at('etc/sources.list.d/b.list'), ''.join('%s [trusted=yes] file:%s ./\n' % (sort, self.at('nothing'))
                                                            for sort in ('deb', 'deb-src')))
        self.has_fetched('2.0')

    def test_the_sum_says_which_version(self):
        self.one_line()
        self.has_fetched('1.0')

    def test_what_is_there_is_not_fetched_again(self):
        write(self.at('to/archive'), 'archive of 3.0')
        self.has_fetched('3.0')

    def test_what_is_there_and_is_another_one_is_replaced(self):
        self.one_line()
        write(self.at('to/archive'), 'archive of 1.0')
        self.has_fetched('2.0')

    def test_what_apt_does_not_have_is_told(self):
        self.one_line()
        done = self.fetch(sha256('archive of 3.0'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('%s/sources.list and sources.list.d) have no thing with the SHA-256' % self.at('etc'), done.stdout)
        self.assertFalse(os.path.exists(self.at('to')))

    def test_an_archive_that_was_changed_is_refused(self):
        self.one_line()
        write(self.at('mirror/thing_2.0.orig.tar.gz'), 'archive OF 2.0')
        done = self.fetch(sha256('archive of 2.0'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('apt-get source thing=2.0-1 failed', done.stdout)
        self.assertFalse(os.path.exists(self.at('to')))


if __name__ == '__main__':
    unittest.main()
