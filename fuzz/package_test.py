"""fuzz/package.py packs a fuzz target with its seeds, options and dictionary as they were given.

Usage: package_test.py PACKAGE
"""
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

PACKAGE = os.path.abspath(sys.argv[1])


class Package(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        for name in ('fuzzer', 'seed', 'words'):
            with open(os.path.join(self.folder, name), 'w', encoding='utf-8') as file:
                file.write('what is in ' + name)

    def packed(self, *arguments):
        """By name, what is in the tar."""
        subprocess.run([sys.executable, '-B', PACKAGE, 'out.tar', 'a_fuzzer', 'fuzzer', '256', *arguments], cwd=self.folder, check=True)
        with tarfile.open(os.path.join(self.folder, 'out.tar')) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar}

    def test_what_was_given_is_in_the_tar(self):
        there = self.packed('words', 'seed')
        self.assertEqual(sorted(there), ['a_fuzzer', 'a_fuzzer.dict', 'a_fuzzer.options', 'a_fuzzer_seed_corpus.zip'])
        self.assertEqual((there['a_fuzzer'], there['a_fuzzer.dict']), (b'what is in fuzzer', b'what is in words'))
        self.assertEqual(there['a_fuzzer.options'], b'[libfuzzer]\nmax_len = 256\ndict = a_fuzzer.dict\n')
        with zipfile.ZipFile(io.BytesIO(there['a_fuzzer_seed_corpus.zip'])) as seeds:
            self.assertEqual([(name, seeds.read(name)) for name in seeds.namelist()], [('seed', b'what is in seed')])

    def test_an_option_may_have_a_value_with_an_equals_sign(self):
        options = self.packed('-', 'seed', '-use_counters=0', '-focus_function=a=b')['a_fuzzer.options']
        self.assertEqual(options, b'[libfuzzer]\nmax_len = 256\nuse_counters = 0\nfocus_function = a=b\n')

    def test_a_seed_that_would_be_cut_off_is_refused(self):
        for length, code in ((256, 0), (257, 1)):
            with open(os.path.join(self.folder, 'long'), 'wb') as file:
                file.write(b'x' * length)
            done = subprocess.run([sys.executable, '-B', PACKAGE, 'out.tar', 'a_fuzzer', 'fuzzer', '256', '-', 'seed', 'long'], cwd=self.folder,
                                  stderr=subprocess.PIPE, encoding='utf-8', check=False)
            self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn('a_fuzzer: long is longer than max_len, 256 bytes', done.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
