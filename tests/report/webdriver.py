"""webdriver.py -- a browser to test with: Chromium, driven over HTTP.

The W3C WebDriver protocol is a few JSON messages, so the standard library is
enough.  Log entries of the page (errors above all) are collected by the driver.
"""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


def available():
    """Null, or what is missing."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return program
    return None


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.profile = tempfile.mkdtemp(prefix="phaselock-chromium-")
        environment = dict(os.environ, HOME=self.profile)
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], env=environment,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        try:
            self.start(width, height, dark)
        except BaseException:
            self.close()
            raise

    def start(self, width, height, dark):
        for _ in range(300):
            try:
                urllib.request.urlopen(self.base + "/status", timeout=5)
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                     "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
                     f"--window-size={width},{height}", f"--user-data-dir={self.profile}/data",
                     "--force-prefers-reduced-motion"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = made["sessionId"]
        self.size(width, height)

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode(errors="replace")[:2000]) from None

    def ask(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def close(self):
        try:
            if self.session:
                self.ask("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    # ---- What a reader does. ----

    def open(self, path, address=""):
        # From elsewhere, so that another address after the # loads the page anew.
        self.ask("POST", "/url", {"url": "about:blank"})
        self.ask("POST", "/url", {"url": f"file://{path}{address}"})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def cdp(self, command, parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def find(self, selector):
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def click(self, selector):
        for _ in range(100):
            try:
                return self.ask("POST", f"/element/{self.find(selector)}/click", {})
            except RuntimeError as error:  # the page is being drawn anew
                if "stale element" not in str(error):
                    raise
                time.sleep(0.05)
        raise RuntimeError(f"{selector} is never still")

    def type(self, selector, text):
        self.ask("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def keys(self, *keys):
        """Press keys where the focus is; one character each (WebDriver's code)."""
        actions = []
        for key in keys:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": actions}]})

    def text(self, selector):
        return self.run("const e = document.querySelector(arguments[0]);"
                        "return e ? e.innerText : null", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def errors(self):
        """What the console has had to complain about since the last call."""
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path, whole=False):
        if whole:
            picture = self.cdp("Page.captureScreenshot", {"captureBeyondViewport": True})["data"]
        else:
            picture = self.ask("GET", "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("POST", "/print", {})))


KEYS = {"down": "\ue015", "up": "\ue013", "left": "\ue012", "right": "\ue014",
        "enter": "\ue007", "escape": "\ue00c", "home": "\ue011", "end": "\ue010",
        "tab": "\ue004"}
