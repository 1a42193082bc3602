#!/usr/bin/env python3
"""The program in README.md prints what stands below it there: targets/run-script keras-2.2.4 fixes/readme_test.py"""

import contextlib
import io
import os
import re
import unittest

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'README.md')


class Readme(unittest.TestCase):

    def test_the_program_prints_what_stands_below_it(self):
        with open(README, encoding='utf-8') as file:
            (program, printed), = re.findall(r'^```python\n(.*?)^```\n\nprints, on Keras 2.2.4:\n\n```\n(.*?)^```', file.read(),
                                             re.MULTILINE | re.DOTALL)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(program, README, 'exec'), {'__name__': '__main__'})
        self.assertEqual(output.getvalue(), printed)


if __name__ == '__main__':
    unittest.main()
