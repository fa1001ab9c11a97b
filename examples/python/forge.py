"""A forge for a suite: one server, and a world for each test."""

import json
import os
import subprocess
import unittest
import urllib.request

SEED = {
    "users": [{"username": "jane"}, {"username": "eve"}],
    "projects": [
        {
            "path": "jane/website",
            "visibility": "private",
            "issues": [{"title": "Add opening hours", "author": "jane"}],
        }
    ],
}


def call(url, method="GET", body=None):
    data = None if body is None else json.dumps(body).encode()
    # A call that changes something carries this header, as no page of another site can send it.
    headers = {"Content-Type": "application/json", "X-Forge-Control": "1"}
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "null")


class ForgeTest(unittest.TestCase):
    """`self.world` is the address of a world, `self.tokens` has the token of each user."""

    @classmethod
    def setUpClass(cls):
        cls.server = os.environ.get("FORGERY_URL")
        if cls.server is None:
            command = ["node_modules/.bin/forgery", "serve", "--port", "0", "--json"]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            cls.addClassCleanup(process.stdout.close)
            cls.addClassCleanup(process.wait)
            cls.addClassCleanup(process.terminate)
            cls.server = json.loads(process.stdout.readline())["url"]

    def setUp(self):
        made = call(f"{self.server}/_forge/worlds", "POST", {"seed": SEED})
        self.name, self.world, self.tokens = made["name"], made["url"], made["tokens"]
        self.addCleanup(call, f"{self.server}/_forge/worlds/{self.name}", "DELETE")

    def control(self, path, method="GET", body=None):
        """A control call for this world: faults, clock, journal and so on."""
        return call(f"{self.server}/_forge/worlds/{self.name}/{path}", method, body)
