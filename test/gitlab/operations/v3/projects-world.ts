import type { Seed } from '../../../../src/seed/schema.ts'
import type { Reply } from '../../../harness.ts'

/**
 * Jane owns acme, bob develops in it, eve did until today; bob is a reporter of tools, which infra
 * is shared with; carol is external, dave belongs to nothing but jane's notes.
 */
export const projectsWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe', created_at: '2015-05-05T05:05:05.000Z' },
    { username: 'bob' },
    { username: 'carol', external: true },
    {
      username: 'dave',
      stars: ['jane/blog', 'acme/website'],
      notifications: { 'jane/notes': { level: 'watch' } },
    },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      name: 'Acme Works',
      visibility: 'internal',
      members: {
        jane: 'owner',
        bob: { level: 'developer', expires_at: '2017-01-16' },
        eve: { level: 'owner', expires_at: '2017-01-15' },
      },
    },
    { path: 'tools', name: 'Tools', members: { bob: 'developer' } },
  ],
  projects: [
    {
      path: 'acme/website',
      name: 'Website',
      description: 'The face of the firm',
      created_by: 'jane',
      created_at: '2016-01-01T00:00:00.000Z',
      tags: ['ruby', 'front-end'],
      runners_token: 'website-token',
    },
    {
      path: 'acme/api',
      name: 'Backend',
      visibility: 'internal',
      created_by: 'bob',
      created_at: '2016-03-01T00:00:00.000Z',
    },
    {
      path: 'jane/notes',
      name: 'notes',
      created_at: '2016-02-01T00:00:00.000Z',
      members: { dave: 'guest', eve: { level: 'master', expires_at: '2016-12-31' } },
    },
    {
      path: 'jane/blog',
      name: 'Blog',
      visibility: 'public',
      archived: true,
      created_at: '2016-05-01T00:00:00.000Z',
    },
    {
      path: 'root/infra',
      created_at: '2016-04-01T00:00:00.000Z',
      shared_with: { tools: 'reporter' },
    },
    {
      path: 'bob/blog',
      name: 'Fork of the blog',
      visibility: 'public',
      forked_from: 'jane/blog',
      created_at: '2016-06-01T00:00:00.000Z',
      issues_enabled: false,
    },
  ],
  events: [
    { author: 'jane', project: 'jane/blog', action: 'created', at: '2016-05-01T00:00:00.000Z' },
    { author: 'bob', project: 'bob/blog', action: 'created', at: '2016-06-01T00:00:00.000Z' },
    { author: 'bob', project: 'jane/blog', action: 'joined', at: '2016-07-02T00:00:00.000Z' },
    { author: 'dave', project: 'jane/blog', action: 'joined', at: '2016-07-01T00:00:00.000Z' },
    { author: 'jane', project: 'acme/website', action: 'created', at: '2016-08-01T00:00:00.000Z' },
  ],
}

/** `NAMESPACE/PROJECT` of each project of a list. */
export function pathsOf({ body }: Reply): string[] {
  return body.map((project: { path_with_namespace: string }) => project.path_with_namespace)
}
