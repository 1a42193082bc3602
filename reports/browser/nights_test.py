"""The index of the nights in a real Chromium: what came and went, the trend, every window, no mouse needed."""
import os
import shutil
import subprocess
import sys
import unittest

import accessibility
import page
from browser import SCHEMES, WIDTHS

PROGRAM, FOLDER = sys.argv[1:3]
NIGHTLY = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'nightly')


class NightsTest(page.Page):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = os.path.join(FOLDER, 'nights')
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.page = os.path.join(cls.folder, 'index.html')
        # The second night has a cloner with a planted fault, the third has it still.
        for cloners, code in (('fixed', 0), ('fixed,mutant-first-output', 1), ('fixed,mutant-first-output', 0)):
            done = subprocess.run([NIGHTLY, cls.folder, '--cases', '60', '--scopes', 'plain:2', '--targets', 'none',
                                   '--cloners', cloners, '--seed', '7'], env=dict(os.environ, CLONECHECK=PROGRAM),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            assert done.returncode == code, done.stdout
        cls.nights = sorted((name for name in os.listdir(cls.folder) if name.startswith('20')), key=lambda name: (len(name), name))

    def test_what_came_is_shown_with_its_night(self):
        self.browser.open(self.page)
        self.assertIn('nothing new in the night of %s' % self.nights[2], self.browser.shown('#verdict')[0])
        self.assertEqual(self.browser.shown('#change-list h3'), [self.nights[1]])
        self.assertTrue(any(text.startswith('new') and 'mutant-first-output/outputs/output-values/Lambda' in text
                            for text in self.browser.shown('#change-list li')))
        rows = self.browser.shown('#night-table tbody tr')
        self.assertEqual(len(rows), 3)
        self.assertIn('new', rows[1])

    def test_the_trend_is_drawn(self):
        self.browser.open(self.page)
        titles = self.browser.shown('#plots h3')
        for title in ('Findings', 'Random graphs a second', 'Coverage', 'Features that moved most'):
            self.assertIn(title, titles)
        self.assertEqual(len(self.browser.find_all('#plots svg[role=img]')), len(titles))
        drawn = self.browser.run('return [...document.querySelectorAll("#plots circle")].map((node) => node.cx.baseVal.value)')
        self.assertGreaterEqual(len(drawn), 3 * len(titles))
        self.assertEqual(len(set(drawn)), 3)

    def test_reports_are_a_click_away(self):
        self.browser.open(self.page)
        self.browser.find('#night-table tbody a').click()
        self.browser.wait(lambda: self.browser.shown('h1') == ['clonecheck fuzz'])

    def test_it_fits_every_window_and_is_accessible(self):
        for width in WIDTHS:
            for scheme in SCHEMES:
                with self.subTest(width=width, scheme=scheme):
                    self.browser.open(self.page, width, scheme)
                    self.assertLessEqual(self.browser.overflow(), 0)
                    self.assertEqual(accessibility.faults(self.browser), [])
                    self.browser.screenshot(os.path.join(FOLDER, 'nights-%d-%s.png' % (width, scheme)))
                    self.browser.run('document.getElementById("trend").scrollIntoView()')
                    self.browser.screenshot(os.path.join(FOLDER, 'trend-%d-%s.png' % (width, scheme)))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
