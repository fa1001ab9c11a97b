import type { Seed } from '../../../../src/seed/schema.ts'
import type { Api } from '../../../harness.ts'

/**
 * The world of the tests of merge requests. Project 1, acme/website, has a protected `master` (one
 * commit ahead of where the branches start) and the branches `feature` (two commits), `rival` (in
 * conflict with master), `level` (nothing new) and `develop`, which developers may merge into.
 * Project 2 is fred's fork of it, with `from-fork`.
 */
export const world: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'olga', name: 'Olga Owner' },
    { username: 'max', name: 'Max Master' },
    { username: 'dora', name: 'Dora Developer' },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'fred' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      members: { olga: 'owner', max: 'master', dora: 'developer', rita: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/website',
      visibility: 'public',
      milestones: [{ title: 'Opening' }],
      labels: ['design'],
      issues: [
        { title: 'Broken link', author: 'eve' },
        { title: 'Typo', author: 'rita' },
        { title: 'Closed already', author: 'rita', state: 'closed' },
        { title: 'Confidential', author: 'olga', confidential: true },
      ],
      repository: {
        default_branch: 'master',
        protected_branches: { master: {} },
        commits: [
          {
            label: 'root',
            message: 'Begin',
            author: 'olga',
            at: '2017-01-01T10:00:00Z',
            actions: [
              { action: 'create', file_path: 'README.md', content: 'one\ntwo\nthree\n' },
              { action: 'create', file_path: 'notes/plan.txt', content: 'plan\n' },
            ],
          },
          {
            branch: 'feature',
            from: 'root',
            label: 'feature-1',
            message: 'Add the feature',
            author: 'dora',
            at: '2017-01-02T10:00:00Z',
            actions: [{ action: 'create', file_path: 'feature.txt', content: 'half\n' }],
          },
          {
            branch: 'feature',
            label: 'feature-2',
            message: 'Finish the feature\n\nCloses #1',
            author: 'dora',
            at: '2017-01-03T10:00:00Z',
            actions: [{ action: 'update', file_path: 'feature.txt', content: 'half\nwhole\n' }],
          },
          {
            branch: 'rival',
            from: 'root',
            message: 'Begin otherwise',
            author: 'dora',
            at: '2017-01-04T10:00:00Z',
            actions: [{ action: 'update', file_path: 'README.md', content: 'uno\ntwo\nthree\n' }],
          },
          {
            label: 'top',
            message: 'Count in German',
            author: 'olga',
            at: '2017-01-05T10:00:00Z',
            actions: [{ action: 'update', file_path: 'README.md', content: 'eins\ntwo\nthree\n' }],
          },
        ],
        branches: { develop: 'top', level: 'top' },
      },
    },
    {
      path: 'fred/website',
      visibility: 'public',
      forked_from: 'acme/website',
      repository: {
        commits: [
          {
            branch: 'from-fork',
            from: 'top',
            message: 'Help out',
            author: 'fred',
            at: '2017-01-06T10:00:00Z',
            actions: [{ action: 'create', file_path: 'help.txt', content: 'help\n' }],
          },
        ],
      },
    },
    {
      path: 'acme/secret',
      visibility: 'private',
      issues: [{ title: 'Elsewhere', author: 'olga' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'olga',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
          },
          {
            branch: 'topic',
            message: 'Go on',
            author: 'olga',
            at: '2017-01-02T10:00:00Z',
            actions: [{ action: 'create', file_path: 'b.txt', content: 'b\n' }],
          },
        ],
      },
      merge_requests: [{ title: 'Secret', author: 'olga', source_branch: 'topic' }],
    },
    { path: 'acme/off', visibility: 'public', merge_requests_enabled: false },
    { path: 'acme/old', visibility: 'public', archived: true },
    { path: 'acme/other', visibility: 'public', issues: [{ title: 'Next door', author: 'rita' }] },
  ],
}

interface Offer {
  readonly as?: string
  readonly source_branch?: string
  readonly target_branch?: string
  readonly title?: string
  readonly [name: string]: unknown
}

/** Opens a merge request in project 1 (by dora, from feature into master, unless asked otherwise). */
export async function open(api: Api, { as = 'dora', ...attributes }: Offer = {}) {
  const reply = await api.as(as).post('/projects/1/merge_requests', {
    source_branch: 'feature',
    target_branch: 'master',
    title: 'A feature',
    ...attributes,
  })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Where a branch of a project stands. */
export async function headOf(api: Api, branch: string, project = 1): Promise<string> {
  const reply = await api.as('root').get(`/projects/${project}/repository/branches/${branch}`)
  return reply.body.commit?.id
}

/** Commits a new file to a branch of project 1, as max. */
export async function commitTo(api: Api, branch: string, file_path: string, message = 'More') {
  const reply = await api.as('max').post('/projects/1/repository/files', {
    file_path,
    branch_name: branch,
    content: `${file_path}\n`,
    commit_message: message,
  })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return headOf(api, branch)
}

/** The bodies of the notes on a merge request, oldest first. */
export async function notesOf(api: Api, id: number): Promise<string[]> {
  const { body } = await api.as('root').get(`/projects/1/merge_requests/${id}/notes`)
  return body.map((note: { body: string }) => note.body)
}
