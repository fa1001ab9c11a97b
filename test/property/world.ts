import type { Seed } from '../../src/seed/schema.ts'

/**
 * A small world with something of everything, so that random calls find what they ask for: five
 * users, three groups, five projects, of which acme/open has code, builds and a tracker.
 */
export const propertyWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', keys: [{ title: 'k', key: 'ssh-rsa AAAAB3Nza' }], emails: ['j@x.example'] },
    { username: 'bob', stars: ['acme/open'], notifications: { acme: { level: 'custom' } } },
    { username: 'ext', external: true },
    { username: 'out', state: 'blocked' },
  ],
  groups: [
    { path: 'acme', members: { jane: 'owner', bob: 'developer' } },
    { path: 'inner', visibility: 'internal', members: { bob: 'master', ext: 'guest' } },
    { path: 'vault', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'acme/open',
      visibility: 'public',
      snippets_enabled: true,
      members: { ext: 'reporter' },
      milestones: [{ title: 'v1' }],
      labels: ['bug'],
      issues: [
        { title: 'Open', author: 'jane', labels: ['bug'], notes: [{ author: 'bob', body: 'Yes' }] },
        { title: 'Closed', author: 'bob', state: 'closed' },
        { title: 'Secret', author: 'jane', confidential: true },
      ],
      merge_requests: [
        {
          title: 'Add a file',
          author: 'bob',
          source_branch: 'feature/x',
          target_branch: 'master',
        },
        {
          title: 'Be a rival',
          author: 'bob',
          source_branch: 'rival',
          target_branch: 'master',
        },
      ],
      snippets: [
        {
          title: 'Hello',
          author: 'jane',
          file_name: 'a.rb',
          code: 'puts 1',
          visibility: 'public',
        },
      ],
      repository: {
        protected_branches: {},
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            at: '2016-10-02T00:00:00Z',
            actions: [
              { action: 'create', file_path: 'README.md', content: 'one\n' },
              { action: 'create', file_path: 'a/b.txt', content: 'two\n' },
            ],
          },
          {
            branch: 'feature/x',
            message: 'Add',
            author: 'bob',
            at: '2016-10-03T00:00:00Z',
            actions: [{ action: 'create', file_path: 'c.txt', content: 'three\n' }],
          },
          {
            branch: 'rival',
            message: 'Add otherwise',
            author: 'bob',
            at: '2016-10-04T00:00:00Z',
            actions: [{ action: 'update', file_path: 'README.md', content: 'uno\n' }],
          },
        ],
        tags: [{ name: 'v1.0', ref: 'master', message: 'First', release_description: 'First.' }],
      },
    },
    { path: 'acme/shared', visibility: 'internal', shared_with: { inner: 'developer' } },
    { path: 'vault/secret', members: { bob: { level: 'master', expires_at: '2017-01-01' } } },
    { path: 'jane/site', visibility: 'public', archived: true },
    { path: 'bob/site', visibility: 'public', forked_from: 'jane/site' },
  ],
  pipelines: [
    {
      project: 'acme/open',
      ref: 'master',
      builds: [
        {
          name: 'test',
          status: 'success',
          trace: 'fine',
          artifacts: { filename: 'a.zip', content: 'zip' },
        },
        { name: 'lint', status: 'failed' },
        { name: 'slow', status: 'running' },
        { name: 'deploy', status: 'skipped', when: 'manual', environment: 'production' },
      ],
    },
  ],
  environments: [{ project: 'acme/open', name: 'production' }],
  deployments: [{ project: 'acme/open', environment: 'production', ref: 'master', by: 'jane' }],
  events: [
    { author: 'jane', project: 'acme/open', action: 'created', at: '2016-10-01T00:00:00Z' },
    { author: 'bob', project: 'vault/secret', action: 'joined', at: '2016-11-01T00:00:00Z' },
  ],
  hooks: [{ url: 'http://127.0.0.1:9/' }],
}
