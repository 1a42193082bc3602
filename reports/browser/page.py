"""What tests of a page have in common: one Chromium for all of a class, in which the page complains of nothing and loads nothing."""
import unittest

from browser import Browser


class Page(unittest.TestCase):
    """Says in `page` which file it is."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def test_nothing_is_loaded(self):
        self.browser.open(self.page)
        self.assertEqual(self.browser.run('return performance.getEntriesByType("resource").map((one) => one.name)'), [])


class Report(Page):
    def assert_fits(self):
        self.assertLessEqual(self.browser.overflow(), 0)

    def copied(self, button):
        """What is on the clipboard once the button says that it is."""
        button.click()
        said = button.find_element('xpath', 'following-sibling::*[@role="status"]')
        self.browser.wait(lambda: said.text == 'Copied')
        return self.browser.pasted()

    def open_first(self):
        """Opens the first finding and returns it."""
        finding = self.browser.find('#list details')
        if not finding.get_attribute('open'):
            finding.find_element('css selector', 'summary').click()
        self.browser.wait(lambda: finding.find_elements('css selector', '.body'))
        return finding
