"""A real Chromium without a window, driven by Debian's Selenium: a page at some width, in some colours."""
import os

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WIDTHS = (400, 800, 1400)  # pixels: a telephone, a window, a screen
SCHEMES = ('light', 'dark')
SECONDS = 30  # the longest that anything may take


class Browser:
    """One Chromium. Not for several threads."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        # As root Chromium has no sandbox of its own; what it opens here is ours. /dev/shm is small in containers.
        for argument in ('--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'):
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        self.driver = webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)
        self.driver.set_page_load_timeout(SECONDS)
        self.driver.set_script_timeout(SECONDS)

    def close(self):
        self.driver.quit()

    def open(self, path, width=1400, scheme='light', fragment=''):
        """Opens a file, as somebody does who clicks on it."""
        self.command('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.command('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        self.driver.get('about:blank')  # the same file with another fragment would not be loaded again
        self.driver.get('file://%s%s' % (os.path.abspath(path), fragment))

    def command(self, name, **arguments):
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, arguments)

    def run(self, script, *arguments):
        """What `script`, the body of a function, returns in the page."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def shown(self, selector):
        """The texts of all visible elements."""
        return self.run('return [...document.querySelectorAll(arguments[0])].filter((node) => node.checkVisibility())'
                        '.map((node) => (node.innerText ?? node.textContent).trim())', selector)

    def click_all(self, selector, most=None):
        """Clicks on all of them, one after the other, and waits until the page has been drawn anew."""
        self.driver.execute_async_script(
            'for (const node of [...document.querySelectorAll(arguments[0])].slice(0, arguments[1] ?? undefined))'
            ' node.click(); requestAnimationFrame(() => setTimeout(arguments[2]));', selector, most)

    def show_all(self):
        """Clicks "Show more" until a report's list has every finding that matches."""
        while self.shown('#more'):
            self.click_all('#more')

    def press(self, *keys):
        """Keys, where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def focused(self):
        return self.driver.switch_to.active_element

    def wait(self, condition):
        return WebDriverWait(self.driver, SECONDS, poll_frequency=0.02).until(lambda _: condition())

    def pasted(self):
        """What is on the clipboard, by pasting it."""
        self.run('const box = document.createElement("textarea"); box.id = "pasted"; document.body.append(box); box.focus();')
        self.press(Keys.CONTROL + 'v')
        return self.run('const box = document.getElementById("pasted"); const text = box.value; box.remove(); return text;')

    def overflow(self):
        """By how many pixels the page is wider than the window."""
        return self.run('return document.documentElement.scrollWidth - document.documentElement.clientWidth')

    def complaints(self):
        """What Chromium has written to the console since the last call."""
        return [entry['message'] for entry in self.driver.get_log('browser')]

    def screenshot(self, path):
        self.driver.save_screenshot(path)
