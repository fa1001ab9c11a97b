import type { Seed } from '../../src/seed/schema.ts'
import { codeWorld } from './code-world.ts'
import { id } from './world.ts'

type Project = NonNullable<Seed['projects']>[number]

/** Ids of the world below: none of them is an iid. */
export const tracked = {
  fork: 24,
  v1: 51,
  blurredLogo: 61,
  missingFooter: 62,
  oldBrowsers: 63,
  crash: 64,
  letPeopleIn: 71,
  deployScript: 81,
} as const

const trackers: Record<string, Partial<Project>> = {
  'acme/website': {
    snippets_enabled: true,
    milestones: [{ id: tracked.v1, title: 'v1', due_date: '2017-02-01' }],
    labels: ['bug', 'design'],
    issues: [
      {
        id: tracked.blurredLogo,
        title: 'The logo is blurred',
        author: 'carol',
        assignee: 'bob',
        labels: ['bug', 'design'],
        milestone: 'v1',
        created_at: '2017-01-02T08:00:00Z',
        updated_at: '2017-01-09T08:00:00Z',
        notes: [{ author: 'bob', body: 'On what screen?', at: '2017-01-03T08:00:00Z' }],
      },
      {
        id: tracked.missingFooter,
        title: 'The footer is missing',
        author: 'jane',
        labels: ['bug'],
        created_at: '2017-01-03T08:00:00Z',
      },
      {
        id: tracked.oldBrowsers,
        title: 'Old browsers',
        author: 'jane',
        state: 'closed',
        created_at: '2017-01-04T08:00:00Z',
        closed_at: '2017-01-05T08:00:00Z',
      },
    ],
    merge_requests: [
      {
        id: tracked.letPeopleIn,
        title: 'Let people in',
        author: 'bob',
        source_branch: 'feature/login',
        created_at: '2017-01-07T08:00:00Z',
      },
    ],
    snippets: [
      {
        id: tracked.deployScript,
        title: 'Deploy',
        file_name: 'deploy.sh',
        code: '#!/bin/sh\nmake — all\n',
        author: 'jane',
        visibility: 'internal',
      },
    ],
  },
  'acme/api': {
    milestones: [{ title: 'v1' }],
    labels: ['bug'],
    issues: [
      {
        id: tracked.crash,
        title: 'It crashes',
        author: 'bob',
        labels: ['bug'],
        created_at: '2017-01-06T08:00:00Z',
      },
    ],
  },
}

const fork: Project = {
  id: tracked.fork,
  path: 'bob/website',
  forked_from: 'acme/website',
  created_at: '2017-01-08T08:00:00Z',
}

/** The world of the clients with code, issues, a merge request of feature/login, and a fork by bob. */
export const trackerWorld: Seed = {
  ...codeWorld,
  projects: [
    ...(codeWorld.projects ?? []).map((project) => ({ ...project, ...trackers[project.path] })),
    fork,
  ],
}

/** Where the clients' own calls find the issues of the website, and so on. */
export const website = `projects/${id.website}`
