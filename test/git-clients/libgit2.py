"""Clones, pushes and fetches with libgit2: ADDRESS USER TOKEN FOLDER. Prints what it did as JSON, a line a step."""
import json
import os
import sys

import pygit2

address, user, token, folder = sys.argv[1:]


class Callbacks(pygit2.RemoteCallbacks):
    """Answers with the token, and keeps what the server says of each ref."""

    def __init__(self):
        super().__init__(credentials=pygit2.UserPass(user, token))
        self.refused = {}

    def push_update_reference(self, refname, message):
        if message:
            self.refused[refname] = message


def tell(step, **values):
    print(json.dumps({"step": step, **values}), flush=True)


def commit(repository, branch, parents, name, content):
    blob = repository.create_blob(content)
    tree = repository.TreeBuilder(repository[parents[0]].tree)
    tree.insert(name, blob, pygit2.GIT_FILEMODE_BLOB)
    author = pygit2.Signature("Jane", "jane@example.com", 1700000000, 0)
    return str(repository.create_commit(branch, author, author, "By libgit2\n", tree.write(), parents))


def push(remote, spec):
    callbacks = Callbacks()
    remote.push([spec], callbacks=callbacks)
    return callbacks.refused


whole = pygit2.clone_repository(address, os.path.join(folder, "whole"), callbacks=Callbacks())
start = whole.head.target
tell("clone", head=str(start), commits=sum(1 for _ in whole.walk(start)))

remote = whole.remotes["origin"]
first = commit(whole, "refs/heads/from-c", [start], "new.txt", b"one\n" * 1000)
tell("create", id=first, refused=push(remote, "refs/heads/from-c"))
second = commit(whole, "refs/heads/from-c", [first], "new.txt", b"one\n" * 1000 + b"two\n")
tell("move", id=second, refused=push(remote, "refs/heads/from-c"))
whole.references["refs/heads/from-c"].set_target(first)
tell("force", id=first, refused=push(remote, "+refs/heads/from-c"))
tagger = pygit2.Signature("Jane", "jane@example.com", 1700000000, 0)
tag = whole.create_tag("from-c-1", first, pygit2.GIT_OBJ_COMMIT, tagger, "A tag\n")
tell("tag", id=str(tag), refused=push(remote, "refs/tags/from-c-1"))
tell("hidden", refused=push(remote, "refs/heads/from-c:refs/merge-requests/1/head"))
tell("delete", refused=push(remote, ":refs/heads/from-c"))

again = pygit2.init_repository(os.path.join(folder, "again"), True)
again.remotes.create("origin", address)
progress = again.remotes["origin"].fetch(callbacks=Callbacks())
tell("fetch", objects=progress.received_objects, head=str(again.references["refs/remotes/origin/master"].target))
