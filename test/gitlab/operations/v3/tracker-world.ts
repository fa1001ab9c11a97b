import type { Seed } from '../../../../src/seed/schema.ts'

type Project = NonNullable<Seed['projects']>[number]

export const website = {
  path: 'acme/website',
  visibility: 'private',
  snippets_enabled: true,
  members: { carol: 'reporter', dave: 'guest' },
  created_at: '2017-01-01T08:00:00Z',
  milestones: [
    { title: 'v1', due_date: '2017-02-01' },
    { title: 'v2', description: 'Later' },
  ],
  labels: ['bug', 'design'],
  issues: [
    {
      title: 'The logo is blurred',
      author: 'dave',
      assignee: 'bob',
      labels: ['design', 'bug'],
      milestone: 'v1',
      description: 'See the header.',
      due_date: '2017-01-20',
      created_at: '2017-01-02T08:00:00Z',
      updated_at: '2017-01-09T08:00:00Z',
    },
    {
      title: 'The footer is missing',
      author: 'jane',
      labels: ['bug'],
      milestone: 'v2',
      created_at: '2017-01-03T08:00:00Z',
      updated_at: '2017-01-08T08:00:00Z',
    },
    {
      title: 'Old browsers',
      author: 'jane',
      state: 'closed',
      closed_by: 'bob',
      labels: ['wontfix'],
      created_at: '2017-01-04T08:00:00Z',
      closed_at: '2017-01-07T08:00:00Z',
    },
    {
      title: 'The password is in the page',
      author: 'bob',
      assignee: 'dave',
      confidential: true,
      created_at: '2017-01-05T08:00:00Z',
    },
  ],
} satisfies Project

export const app = {
  path: 'acme/app',
  visibility: 'private',
  created_at: '2017-01-01T08:00:00Z',
  milestones: [{ title: 'v0' }, { title: 'v1' }],
  labels: ['bug'],
  issues: [
    {
      title: 'It crashes',
      author: 'bob',
      labels: ['bug', 'urgent'],
      created_at: '2017-01-06T08:00:00Z',
    },
  ],
} satisfies Project

export const open = {
  path: 'eve/open',
  visibility: 'public',
  snippets_enabled: true,
} satisfies Project

/**
 * A world with a tracker. acme/website (project 1) is private: jane owns the group, bob is a
 * developer of it, carol a reporter and dave a guest of the project, eve a stranger. acme/app
 * (project 2) is of the same group; eve/open (project 3) is public.
 */
export const trackerWorld = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
    { username: 'bob' },
    { username: 'carol' },
    { username: 'dave' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'private',
      members: { jane: 'owner', bob: 'developer' },
    },
  ],
  projects: [website, app, open],
} satisfies Seed

/** The iids of a list, in its order. */
export const iids = (body: { iid: number }[]) => body.map(({ iid }) => iid)

/** The titles of a list, in its order. */
export const titles = (body: { title: string }[]) => body.map(({ title }) => title)
