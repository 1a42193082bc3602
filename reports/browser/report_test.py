"""The HTML report in a real Chromium: it loads from file://, filters, copies, needs no mouse, and fits every window."""
import json
import os
import sys
import unittest

from selenium.webdriver.common.keys import Keys

import accessibility
import page
import run_files
from browser import SCHEMES, WIDTHS

PROGRAM, FOLDER = sys.argv[1:3]  # clonecheck, and where files and screenshots go


class ReportTest(page.Report):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        old = os.path.join(FOLDER, 'old.json')
        new = os.path.join(FOLDER, 'new.json')
        cls.page = os.path.join(FOLDER, 'report.html')
        run_files.fuzzed(PROGRAM, old, '--cases', '300', '--seed', '2')
        cls.made = run_files.fuzzed(PROGRAM, new, '--cases', '400')
        run_files.report(PROGRAM, new, cls.page, '--baseline', old, '--fail-on', 'new')
        cls.findings = [finding for cloner in cls.made['cloners'].values() for finding in cloner['findings']]

    def test_it_fits_every_window_in_both_schemes_with_a_finding_open(self):
        for width in WIDTHS:
            for scheme in SCHEMES:
                with self.subTest(width=width, scheme=scheme):
                    self.browser.open(self.page, width, scheme)
                    self.assert_fits()
                    self.browser.screenshot(os.path.join(FOLDER, 'top-%d-%s.png' % (width, scheme)))
                    self.browser.click_all('#list summary', 12)
                    self.assert_fits()
                    self.browser.run('document.querySelector("#f0").scrollIntoView()')
                    self.browser.screenshot(os.path.join(FOLDER, 'finding-%d-%s.png' % (width, scheme)))
                    self.browser.run('document.querySelector("#discovery").scrollIntoView()')
                    self.browser.screenshot(os.path.join(FOLDER, 'plots-%d-%s.png' % (width, scheme)))

    def test_the_verdict_is_on_top(self):
        self.browser.open(self.page)
        self.assertIn(self.browser.shown('#verdict')[0], ('✓ passes', '✗ fails'))
        self.assertLess(self.browser.find('#verdict').location['y'], 200)
        self.assertIn('%d findings' % len(self.findings), self.browser.shown('#headline')[0])
        self.assertIn('400', self.browser.shown('#facts')[0])

    def test_all_findings_are_listed(self):
        self.browser.open(self.page)
        self.browser.show_all()
        self.assertEqual(self.browser.shown('#list .signature'), [finding['signature'] for finding in self.findings])

    def test_gone_and_new_ones_are_named(self):
        self.browser.open(self.page)
        self.assertGreater(len(self.browser.shown('#gone-list li')), 0)

    def test_the_matrix_has_every_obligation_and_leads_to_findings(self):
        self.browser.open(self.page)
        cloners = self.browser.shown('#matrix thead th')[1:]
        self.assertEqual(cloners, list(self.made['cloners']))
        self.assertEqual(self.browser.shown('#matrix tbody th'), self.made['cloners']['fixed']['obligations'])
        self.browser.find('#matrix td.error button').click()
        charged = [f for f in self.findings if f['signature'].startswith('keras-2.2.4/completes/')]
        self.assertEqual(self.browser.shown('#list .signature'), [finding['signature'] for finding in charged])
        self.assertEqual(self.browser.focused().get_attribute('id'), 'search')

    def test_search_finds_all_words_anywhere(self):
        self.browser.open(self.page)
        self.browser.find('#search').send_keys('MULTIOUTMASKED could')
        shown = self.browser.shown('#list .signature')
        self.assertGreater(len(shown), 0)
        self.assertLess(len(shown), len(self.findings))
        self.assertEqual(self.browser.shown('#shown'), ['%d of %d findings' % (len(shown), len(self.findings))])
        self.browser.find('#search').send_keys(' no-such-word')
        self.assertEqual(self.browser.shown('#list .signature'), [])

    def test_filters_go_together(self):
        self.browser.open(self.page)
        self.browser.find('#cloner').send_keys('keras-2.3.1')
        self.browser.find('#severity').send_keys('warning')
        expected = [f['signature'] for f in self.made['cloners']['keras-2.3.1']['findings'] if f['severity'] == 'warning']
        self.assertGreater(len(expected), 0)
        self.assertEqual(self.browser.shown('#list .signature'), expected)

    def test_a_finding_has_all_its_sections(self):
        number = next(i for i, finding in enumerate(self.findings)
                      if finding['numbers'] and not finding['signature'].endswith('/-'))
        self.browser.open(self.page, fragment='#f%d' % number)
        finding = self.browser.find('#f%d' % number)
        self.browser.wait(lambda: finding.find_elements('css selector', '.body'))
        titles = [node.text for node in finding.find_elements('css selector', 'h4')]
        for title in ('The numbers', 'The graph', 'Python', 'Replay', 'The witness as a case'):
            self.assertIn(title, titles)
        self.assertTrue(any(title.startswith('Where they differ') for title in titles), titles)
        captions = [node.text for node in finding.find_elements('css selector', '.pair figcaption')]
        self.assertEqual(captions, ['Original', 'Clone'])
        drawings = finding.find_elements('css selector', '.pair svg')
        self.assertEqual(len(drawings), 2)
        self.assertLess(abs(drawings[0].location['y'] - drawings[1].location['y']), 60)  # side by side
        self.assertGreater(len(finding.find_elements('css selector', '.pair .marked')), 0)

    def test_texts_of_drawings_stay_within_their_boxes(self):
        self.browser.open(self.page)
        self.browser.click_all('#list summary', 40)
        checked, outside = self.browser.run("""
          let checked = 0;
          const outside = [];
          for (const node of document.querySelectorAll('.drawing .node')) {
            const shape = node.querySelector('path, polygon, ellipse').getBBox();
            for (const text of node.querySelectorAll('text')) {
              const box = text.getBBox();
              ++checked;
              if (box.x < shape.x || box.x + box.width > shape.x + shape.width) outside.push(text.textContent);
            }
          }
          return [checked, outside];""")
        self.assertGreater(checked, 100)
        self.assertEqual(outside, [])

    def test_copy_copies_the_whole_text(self):
        self.browser.open(self.page)
        finding = self.open_first()
        for title in ('Python', 'Replay'):
            button = finding.find_element('css selector', 'button[aria-label="Copy: %s"]' % title)
            text = finding.find_element('css selector', 'pre[aria-label="%s"]' % title).get_attribute('textContent')
            self.assertEqual(self.copied(button), text)
        self.assertIn('clone_model(', self.browser.find('pre[aria-label="Python"]').get_attribute('textContent'))

    def test_everything_can_be_done_by_keyboard(self):
        self.browser.open(self.page)
        self.browser.press(Keys.TAB)
        self.assertEqual(self.browser.focused().text, 'To the findings')
        self.browser.press(Keys.ENTER, Keys.TAB)
        self.assertEqual(self.browser.focused().get_attribute('id'), 'search')
        self.browser.press('completes', Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertEqual(self.browser.focused().tag_name, 'summary')
        self.browser.press(Keys.ENTER)
        self.browser.wait(lambda: self.browser.find_all('#list details[open] .body'))
        for _ in range(12):  # drawings, then the first button
            self.browser.press(Keys.TAB)
            if self.browser.focused().text == 'Copy':
                break
        outline = self.browser.run('return getComputedStyle(document.activeElement).outlineStyle')
        self.assertEqual(outline, 'solid')
        self.browser.press(Keys.SPACE)
        self.browser.wait(lambda: 'Copied' in self.browser.shown('.said'))

    def test_a_link_leads_to_its_finding(self):
        last = len(self.findings) - 1
        self.browser.open(self.page, fragment='#f%d' % last)
        self.browser.wait(lambda: self.browser.find_all('#f%d[open] .body' % last))
        self.browser.wait(lambda: self.browser.focused().tag_name == 'summary')

    def test_plots_have_axes_and_a_line_for_each_cloner(self):
        self.browser.open(self.page)
        texts = self.browser.shown('#curve text')
        self.assertIn('signatures', texts)
        self.assertIn('case (logarithmic)', texts)
        found = [name for name, cloner in self.made['cloners'].items() if cloner['findings']]
        self.assertEqual(self.browser.shown('#curve .key'), found)
        self.assertEqual(len(self.browser.shown('#feature-table tbody tr')), len(self.made['features']))

    def test_it_is_accessible(self):
        for scheme in SCHEMES:
            for width in WIDTHS:
                with self.subTest(scheme=scheme, width=width):
                    self.browser.open(self.page, width, scheme)
                    self.browser.click_all('#list summary', 12)
                    self.assertEqual(accessibility.faults(self.browser), [])


class HostileReportTest(page.Report):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        real = run_files.fuzzed(PROGRAM, os.path.join(FOLDER, 'real.json'), '--cases', '100', '--obligations',
                                'completes,outputs')
        cls.made = run_files.hostile(real)
        run = run_files.written(os.path.join(FOLDER, 'hostile.json'), cls.made)
        cls.page = run_files.report(PROGRAM, run, os.path.join(FOLDER, 'hostile.html'))
        cls.findings = [finding for cloner in cls.made['cloners'].values() for finding in cloner['findings']]

    def test_names_are_text(self):
        self.browser.open(self.page)
        self.browser.click_all('#list summary')
        self.assertEqual(self.browser.run('return document.title'), 'clonecheck fuzz: fails')
        self.assertEqual(self.browser.find_all('main img, main b:not(.legend b), main script'), [])
        shown = [node.get_attribute('textContent') for node in self.browser.find_all('#list summary .signature')]
        for text, finding in zip(shown, self.findings):
            # A name cannot turn what stands beside it, nor leave anything out.
            self.assertNotIn('\u202e', text)
            self.assertEqual(text.replace('⟨U+202E⟩', '\u202e').replace('⟨U+2066⟩', '\u2066')
                             .replace('⟨U+200F⟩', '\u200f').replace('⟨U+2069⟩', '\u2069'), finding['signature'])

    def test_what_is_copied_is_the_name_itself(self):
        number = next(i for i, f in enumerate(self.findings) if f['symptom'].startswith('turned'))
        self.browser.open(self.page, fragment='#f%d' % number)
        self.browser.wait(lambda: self.browser.find_all('#f%d .body' % number))
        button = self.browser.find('#f%d button[aria-label="Copy: The witness as a case"]' % number)
        self.assertEqual(json.loads(self.copied(button)), self.findings[number]['witness'])

    def test_scripts_are_python(self):
        scripts = self.browser_scripts()
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            compile(script, 'script', 'exec')

    def browser_scripts(self):
        self.browser.open(self.page)
        return [text for text in self.browser.run(
            'return [...document.querySelectorAll("script[id^=v]")].map((node) => JSON.parse(node.textContent).view.python)')
                if text]

    def test_it_fits_every_window_and_is_accessible(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.browser.open(self.page, width)
                self.assert_fits()
                self.browser.click_all('#list summary')
                self.assert_fits()
                self.assertEqual(accessibility.faults(self.browser), [])
                self.browser.screenshot(os.path.join(FOLDER, 'hostile-%d.png' % width))


if __name__ == '__main__':
    os.makedirs(FOLDER, exist_ok=True)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
