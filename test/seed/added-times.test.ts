import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { commitsWithBranch } from '../commits.ts'
import { createTestForge, now } from '../harness.ts'

/** Something of each kind that a seed makes, and no time of any. */
const everything: Seed = {
  users: [
    {
      username: 'jane',
      emails: ['jane@home.example'],
      keys: [{ title: 'laptop', key: 'ssh-rsa AAAA' }],
      personal_access_tokens: [{ token: 'personal' }],
      sessions: ['session'],
      stars: ['tidewater/site'],
    },
    { username: 'bob' },
  ],
  groups: [{ path: 'tidewater', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'tidewater/site',
      members: { bob: 'developer' },
      milestones: [{ title: 'v1' }],
      labels: ['bug'],
      repository: {
        commits: commitsWithBranch('topic'),
        tags: [{ name: 'v1', message: 'The first', release_description: 'It begins.' }],
        comments: [{ commit: 'master', author: 'bob', note: 'Good.' }],
      },
      issues: [
        {
          title: 'It leaks',
          assignee: 'bob',
          notes: [{ author: 'bob', body: 'Where?' }],
          awards: [{ name: 'thumbsup', by: 'bob' }],
          todos: ['bob'],
        },
        { title: 'It creaks', state: 'closed' },
      ],
      merge_requests: [{ title: 'Go on', author: 'bob', source_branch: 'topic' }],
      snippets: [{ title: 'Deploy', file_name: 'deploy.sh', code: 'make' }],
    },
  ],
  pipelines: [{ project: 'tidewater/site', builds: [{ name: 'test', environment: 'staging' }] }],
  statuses: [{ project: 'tidewater/site', state: 'success', author: 'bob' }],
  hooks: [{ url: 'http://127.0.0.1:9/hook' }],
}

it('dates nothing that forge.add adds from before it was added', async () => {
  const forge = await createTestForge()
  const listed = () =>
    Object.entries(forge.snapshot()).flatMap(([collection, { records = [] }]) =>
      records.map((record: object) => ({ collection, record })),
    )
  const before = new Set(listed().map(({ record }) => record))
  await forge.add(everything)
  const times = listed()
    .filter(({ record }) => !before.has(record))
    .flatMap(({ collection, record }) =>
      Object.entries(record)
        .filter(([field, value]) => field.endsWith('_at') && typeof value === 'string')
        .map(([field, value]) => ({ field: `${collection}.${field}`, value: String(value) })),
    )
  expect(new Set(times.map(({ field }) => field)).size).toBeGreaterThan(30)
  expect(times.filter(({ value }) => value < now)).toEqual([])
  expect(forge.db.users.all().at(-1)).toMatchObject({ created_at: now, confirmed_at: now })
})
