import type { Seed } from '../../../../src/seed/schema.ts'

/** Bytes that are no UTF-8. */
export const archive = 'UEsDBAD//v4='

const members = { mona: 'master', dev: 'developer', rita: 'reporter', gus: 'guest' } as const

function smallRepository(commitMessage: string) {
  return {
    protected_branches: {},
    commits: [
      {
        message: commitMessage,
        author: 'mona',
        at: '2017-01-01T10:00:00Z',
        actions: [{ action: 'create' as const, file_path: 'a.txt', content: 'a\n' }],
      },
    ],
  }
}

/**
 * The project acme/site (id 1, public) has four pipelines:
 *
 *   1  master, first    builds 1 compile, 2 rspec, 3 lint (failed, may), 4 deploy to production
 *   2  master, second   builds 5 compile, 6 rspec (failed), 7 deploy (manual, skipped), 8 notify (skipped)
 *   3  feature/x, third builds 9 compile, 10 rspec (running), 11 lint (pending), 12 deploy (created),
 *                       13 audit (canceled)
 *   4  v1, second       build 14 package, whose artifacts are expired
 *
 * Then vault (2, private, build 15), closed (3, private without public_builds, build 16), plain (4,
 * public without builds, build 17), shy (5, public without public_builds, build 18) and empty (6).
 * The time of the harness is 2017-01-15T12:00:00Z.
 */
export const buildWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona', name: 'Mona Meyer', email: 'mona@acme.example', bio: 'Ships.' },
    { username: 'dev', name: 'Dev Singh' },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'olga' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      members,
      created_by: 'mona',
      repository: {
        protected_branches: {},
        commits: [
          {
            label: 'first',
            message: 'Begin',
            author: 'mona',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Site\n' }],
          },
          {
            label: 'second',
            message: 'Go on',
            author: 'dev',
            at: '2017-01-02T10:00:00Z',
            actions: [{ action: 'create', file_path: 'app.js', content: 'one\n' }],
          },
          {
            label: 'third',
            branch: 'feature/x',
            message: 'Try something',
            author: 'dev',
            at: '2017-01-03T10:00:00Z',
            actions: [{ action: 'update', file_path: 'app.js', content: 'two\n' }],
          },
        ],
        branches: { 'a-first': 'first', 'z-first': 'first' },
        tags: [{ name: 'v1', ref: 'second' }],
      },
    },
    {
      path: 'acme/vault',
      members,
      created_by: 'mona',
      repository: smallRepository('In private'),
    },
    {
      path: 'acme/closed',
      public_builds: false,
      members,
      created_by: 'mona',
      repository: smallRepository('In secret'),
    },
    {
      path: 'acme/plain',
      visibility: 'public',
      builds_enabled: false,
      members,
      created_by: 'mona',
      repository: smallRepository('Without builds'),
    },
    {
      path: 'acme/shy',
      visibility: 'public',
      public_builds: false,
      members,
      created_by: 'mona',
      repository: smallRepository('In the open'),
    },
    { path: 'acme/empty', visibility: 'public', members, created_by: 'mona' },
  ],
  pipelines: [
    {
      project: 'acme/site',
      commit: 'first',
      by: 'dev',
      at: '2017-01-01T10:05:00Z',
      builds: [
        {
          name: 'compile',
          stage: 'build',
          trace: 'compiling\n',
          artifacts: { filename: 'old-site.zip', content: 'old' },
        },
        {
          name: 'rspec',
          trace: '2 examples\n',
          coverage: 91.5,
          started_at: '2017-01-01T10:06:00Z',
          finished_at: '2017-01-01T10:07:00Z',
          artifacts: {
            filename: 'coverage.zip',
            content: 'lines',
            expires_at: '2017-02-01T00:00:00Z',
          },
        },
        { name: 'lint', status: 'failed', allow_failure: true, by: 'mona' },
        {
          name: 'deploy',
          stage: 'deploy',
          environment: { name: 'production', url: 'https://site.example' },
          finished_at: '2017-01-01T10:09:00Z',
        },
      ],
    },
    {
      project: 'acme/site',
      ref: 'master',
      by: 'mona',
      builds: [
        {
          name: 'compile',
          stage: 'build',
          artifacts: { filename: 'site.zip', content: archive, encoding: 'base64' },
        },
        { name: 'rspec', status: 'failed', trace: '1 failure\n' },
        {
          name: 'deploy',
          stage: 'deploy',
          status: 'skipped',
          when: 'manual',
          environment: 'staging',
        },
        { name: 'notify', stage: 'after', status: 'skipped' },
      ],
    },
    {
      project: 'acme/site',
      ref: 'feature/x',
      builds: [
        { name: 'compile', stage: 'build' },
        { name: 'rspec', status: 'running', started_at: '2017-01-03T10:01:00Z', trace: 'run' },
        { name: 'lint', status: 'pending' },
        { name: 'deploy', stage: 'deploy', status: 'created', environment: 'review' },
        { name: 'audit', status: 'canceled', trace: 'stop\n' },
      ],
    },
    {
      project: 'acme/site',
      ref: 'v1',
      builds: [
        {
          name: 'package',
          artifacts: { filename: 'v1.tgz', content: 'v1', expires_at: '2017-01-10T00:00:00Z' },
        },
      ],
    },
    ...['vault', 'closed', 'plain', 'shy'].map((name) => ({
      project: `acme/${name}`,
      builds: [
        {
          name: 'rspec',
          trace: 'hidden',
          environment: 'production',
          artifacts: { filename: 'a.zip', content: 'a' },
        },
      ],
    })),
  ],
}
