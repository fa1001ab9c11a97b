"""Debian's python3-gitlab: what a script of a day does."""
import sys
import gitlab

url, token = sys.argv[1:3]
api = gitlab.Gitlab(url, private_token=token)
made = {}


def step(name):
    def run(function):
        try:
            wrong = function()
            if wrong:
                raise Exception(wrong)
            print("ok " + name)
        except Exception as error:  # every failure is a line of the board
            print("not ok %s: %s" % (name, " ".join(str(error).split())[:200]))

    return run


@step("auth")
def _():
    api.auth()
    return None if api.user.username == "root" else api.user.username


@step("users.create")
def _():
    made["user"] = api.users.create(
        {"username": "pia", "name": "Pia", "email": "pia@x.example", "password": "a-pass-of-length"}
    )


@step("groups.create")
def _():
    made["group"] = api.groups.create({"name": "Snakes", "path": "snakes"})


@step("members.create")
def _():
    made["group"].members.create({"user_id": made["user"].id, "access_level": 30})


@step("projects.create")
def _():
    made["project"] = api.projects.create(
        {"name": "nest", "namespace_id": made["group"].id, "initialize_with_readme": True}
    )


@step("files.create")
def _():
    made["project"].files.create(
        {"file_path": "a.py", "branch": "main", "content": "1\n", "commit_message": "Add a"}
    )


@step("branches.create")
def _():
    made["project"].branches.create({"branch": "work", "ref": "main"})


@step("commits.create")
def _():
    actions = [{"action": "create", "file_path": "b.py", "content": "2\n"}]
    made["project"].commits.create({"branch": "work", "commit_message": "Add b", "actions": actions})


@step("repository_tree")
def _():
    found = made["project"].repository_tree(ref="work", get_all=True)
    return None if len(found) == 3 else "%d entries" % len(found)


@step("issues")
def _():
    issue = made["project"].issues.create({"title": "It leaks", "labels": ["bug"]})
    issue.notes.create({"body": "Really"})
    issue.state_event = "close"
    issue.save()
    return None if issue.state == "closed" else issue.state


@step("mergerequests")
def _():
    values = {"source_branch": "work", "target_branch": "main", "title": "Mend it"}
    merge = made["project"].mergerequests.create(values)
    merge.changes()
    merge.merge()
    return None if merge.state == "merged" else merge.state


@step("tags and releases")
def _():
    made["project"].tags.create({"tag_name": "v1", "ref": "main"})
    made["project"].releases.create({"tag_name": "v1", "name": "One", "description": "The first"})


@step("pipelines")
def _():
    made["project"].pipelines.list(get_all=True)


@step("delete")
def _():
    made["project"].delete()
    made["group"].delete()
    made["user"].delete()
