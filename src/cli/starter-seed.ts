/** The seed that `forgery init` writes, with the lists that a front-end needs first. */
export const starterSeed = `# yaml-language-server: $schema=node_modules/forgery/dist/seed.json
#
# The world that \`forgery serve\` starts from. It is written with names instead of ids; what is left out
# is filled in. \`forgery serve --watch\` begins again from it whenever this file is saved.

# Everybody signs in with the private token USERNAME-token, unless \`token\` says another one.
users:
  - { username: root, name: Administrator, admin: true }
  - { username: jane, name: Jane Doe }
  - { username: bob, name: Bob Stone }
  # - { username: guest, external: true, token: another-secret }

# Levels of members: guest, reporter, developer, master, owner.
groups:
  - path: acme
    name: Acme
    visibility: internal # or private, public
    members: { jane: owner, bob: developer }

projects:
  # The path begins with a group or a username.
  - path: acme/website
    description: Where the world finds us.
    visibility: public
    tags: [website]
    # Each commit is pushed in this order. \`file: PATH\` beside \`content\` reads a file next to this one.
    repository:
      commits:
        - message: Begin
          author: jane
          actions:
            - { action: create, file_path: README.md, content: "# Website\\n" }
        - message: Greet whoever comes
          author: bob
          branch: greeting
          actions:
            - { action: create, file_path: index.html, content: "<h1>Hello</h1>\\n" }
    milestones:
      - { title: Opening }
    issues:
      - title: Nobody is greeted
        author: jane
        assignee: bob
        labels: [bug]
        milestone: Opening
        notes:
          - { author: bob, body: I am on it. }
      - { title: An old one, author: bob, state: closed }
    merge_requests:
      - title: Greet whoever comes
        description: "Closes #1"
        author: bob
        source_branch: greeting
  - path: jane/notes
    visibility: private

# Builds, as if a runner had been there.
pipelines:
  - project: acme/website
    ref: greeting
    builds:
      - { name: test, stage: test, status: success, trace: "12 passed\\n" }
      - { name: deploy, stage: deploy, status: failed }

# Where system events are sent:
# hooks:
#   - { url: http://127.0.0.1:3000/hooks }
`
