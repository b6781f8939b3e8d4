"""Headless Chromium without network, for the tests of pages (Debian: chromium-driver, python3-selenium)."""

import json
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

# Seconds to wait for a page or an answer. Both usually come much sooner, but the machine may be busy.
DEADLINE = 60


class Browser:
    """One browser with one page. `reachable` is a host that it may connect to, such as 127.0.0.1."""

    def __init__(self, width=1280, height=800, phone=False, reachable=None, language="ko"):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        rule = "MAP * ~NOTFOUND" + (f", EXCLUDE {reachable}" if reachable else "")
        for word in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", f"--host-resolver-rules={rule}", f"--lang={language}", f"--window-size={width},{height}",
        ):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        if phone:
            metrics = {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(DEADLINE)
        if not phone:
            # The window's frame is not part of the page.
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.requests = []
        self.complaints = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, path, fragment=""):
        """Opens a file and waits until its page says that it is ready."""
        self.driver.get("about:blank")
        self.driver.get(f"file://{path}{'#' + fragment if fragment else ''}")
        self.wait('return document.documentElement.dataset.ready === "true"')

    def run(self, script, *arguments):
        """Runs a function's body in the page, and returns its result."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments):
        """Waits until a function's body returns a true value in the page, and returns that value."""
        end = time.monotonic() + DEADLINE
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script} {arguments}")
            time.sleep(0.02)

    def keys(self, *keys):
        """Types keys where the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def read_logs(self):
        """Adds the page's requests to `requests` and the console's messages to `complaints`."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        self.complaints += [entry["message"] for entry in self.driver.get_log("browser")]

    def save(self, path):
        """Writes a picture of the page."""
        self.driver.save_screenshot(path)
