"""The Python of README.md and docs/python.md runs as it stands there, on fewer graphs."""

import functools
import os
import pathlib
import re
import tempfile
import unittest
from unittest import mock

import clonecheck
import my_clone

PAGES = ('README.md', 'docs/python.md')
MODEL = 'corpus/models/multi-task.json'  # it survives


def blocks(page):
    with open(page, encoding='utf-8') as file:
        return re.findall(r'^```python\n(.*?)^```', file.read(), re.MULTILINE | re.DOTALL)


class Fewer:
    """The package; fuzz() without a number of cases takes 1/100 of what it would."""

    def __getattr__(self, name):
        return functools.partial(self.fuzz_few, getattr(clonecheck, name)) if name == 'fuzz' else getattr(clonecheck, name)

    @staticmethod
    def fuzz_few(fuzz, cloner, cases=10000):
        return fuzz(cloner, cases=cases // 100, obligations='completes,outputs')


class Pages(unittest.TestCase):
    def test_each_block_runs(self):
        texts = {page: blocks(page) for page in PAGES}
        text = pathlib.Path(MODEL).read_text(encoding='utf-8')
        for page, of_page in texts.items():
            self.assertTrue(of_page, page)
            for block in of_page:
                with self.subTest(page=page, block=block), tempfile.TemporaryDirectory() as folder:
                    here = os.getcwd()
                    pathlib.Path(folder, 'model.json').write_text(text, encoding='utf-8')
                    model = mock.Mock(**{'to_json.return_value': text})  # what a reader has: one of the real Keras
                    scope = {'clonecheck': Fewer(), 'my_clone': my_clone.clone, 'model': model, 'pathlib': pathlib}
                    # The pages import the package, which here is the one above.
                    code = re.sub(r'^import clonecheck$', '', block, flags=re.MULTILINE)
                    os.chdir(folder)
                    try:
                        exec(compile(code, page, 'exec'), scope)
                    finally:
                        os.chdir(here)


if __name__ == '__main__':
    unittest.main()
