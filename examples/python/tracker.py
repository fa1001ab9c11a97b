"""A client of the issues of one project."""

import json
import urllib.parse
import urllib.request


class Tracker:
    def __init__(self, server, token, project):
        project = urllib.parse.quote(project, safe="")
        self.issues = f"{server}/api/v3/projects/{project}/issues"
        self.token = token

    def open(self, title):
        return self._send("POST", "", {"title": title})

    def close(self, issue):
        return self._send("PUT", f"/{issue['id']}", {"state_event": "close"})

    def titles(self, state="opened"):
        issues = self._send("GET", f"?state={state}&sort=asc&per_page=100")
        return [issue["title"] for issue in issues]

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"PRIVATE-TOKEN": self.token, "Content-Type": "application/json"}
        request = urllib.request.Request(self.issues + path, data, headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)
