# SPDX-License-Identifier: MIT
"""A headless chromium, driven through chromedriver by real keys and clicks. Standard library only.

    with browser.start(width=360, height=740, phone=True) as page:
        page.go("file:///...")
        page.key(browser.RIGHT)
        page.click(".moves button")
        assert not page.errors()
"""
import base64
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

LEFT, UP, RIGHT, DOWN, END, HOME, TAB, ENTER = "\ue012", "\ue013", "\ue014", "\ue015", "\ue010", "\ue011", "\ue004", "\ue007"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback needs no proxy
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
TRIES = 5


def missing():
    """What is not installed, as a line to skip with; "" where all is there."""
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return "chromium is not installed"
    return "" if shutil.which("chromedriver") else "chromedriver is not installed"


class Page:
    """One tab."""

    def __init__(self, base):
        self.base, self.session = base, ""

    def call(self, method, path, body=None):
        """One request of the WebDriver protocol: its value, or an exception that says what failed."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + self.session + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with DIRECT.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def go(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """The value of a piece of JavaScript."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def key(self, *keys):
        """Keys, pressed one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector, index=0, x=None):
        """A click in the middle of an element, or at the share `x` of its width."""
        element = self.run("var e = document.querySelectorAll(arguments[0])[arguments[1]];"
                           "e.scrollIntoView({block: 'center'}); return e", selector, index)
        rect = self.call("GET", f"/element/{element[ELEMENT]}/rect")
        offset = 0 if x is None else round((x - 0.5) * rect["width"])
        move = {"type": "pointerMove", "origin": element, "x": offset, "y": 0}
        actions = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def print_view(self):
        """Shows pages from now on as they are printed."""
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}})

    def errors(self):
        """What stands on the console, errors and warnings alike."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))


def open_driver():
    """A chromedriver and its port. It ends at once where the port that it finds for IPv4 is in use for IPv6."""
    for _ in range(TRIES):
        driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in driver.stdout:
            said.append(line)
            port = re.search(r"successfully on port (\d+)", line)
            if port:
                return driver, port.group(1)
        driver.wait()
    raise RuntimeError("chromedriver does not start: " + "".join(said))


@contextlib.contextmanager
def start(width, height, phone=False):
    """A page in a browser of its own, which ends with the block."""
    arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]
    options = {"args": arguments, "binary": shutil.which("chromium") or shutil.which("chromium-browser")}
    if phone:
        options["mobileEmulation"] = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0}}
    wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
    with tempfile.TemporaryDirectory() as folder:
        arguments.append(f"--user-data-dir={folder}/profile")
        driver, port = open_driver()
        with driver:
            try:
                page = Page(f"http://127.0.0.1:{port}")
                page.session = "/session/" + page.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
                try:
                    yield page
                finally:
                    page.call("DELETE", "")
                    page.session = ""
            finally:
                driver.terminate()
                time.sleep(0.05)
