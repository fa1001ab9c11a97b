import unittest
import urllib.error

from forge import ForgeTest
from tracker import Tracker


class TrackerTest(ForgeTest):
    def tracker(self, user="jane"):
        return Tracker(self.world, self.tokens[user], "jane/website")

    def test_opens_an_issue(self):
        self.assertEqual(self.tracker().open("It leaks")["iid"], 2)
        self.assertEqual(self.tracker().titles(), ["Add opening hours", "It leaks"])

    def test_begins_with_the_seed_whatever_other_tests_did(self):
        self.assertEqual(self.tracker().titles(), ["Add opening hours"])

    def test_closes_an_issue(self):
        issue = self.tracker().open("It leaks")
        self.assertEqual(self.tracker().close(issue)["state"], "closed")
        self.assertEqual(self.tracker().titles("closed"), ["It leaks"])

    def test_is_hidden_from_those_who_are_no_members(self):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.tracker("eve").titles()
        refused.exception.close()
        self.assertEqual(refused.exception.code, 404)

    def test_fails_where_the_server_does(self):
        self.control("faults", "POST", {"operation": "createIssue", "status": 503})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.tracker().open("It leaks")
        refused.exception.close()
        self.assertEqual(refused.exception.code, 503)

    def test_asks_once(self):
        self.tracker().open("It leaks")
        requests = self.control("requests")
        self.assertEqual([request["operationId"] for request in requests], ["createIssue"])


if __name__ == "__main__":
    unittest.main()
