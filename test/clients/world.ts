import type { Seed } from '../../src/seed/schema.ts'

/** Ids of the world below: the clients name everything by id. */
export const id = {
  root: 1,
  jane: 2,
  bob: 3,
  carol: 4,
  dave: 5,
  acme: 11,
  tools: 12,
  website: 21,
  api: 22,
  blog: 23,
} as const

export const janesKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFtO0+TVKXkZ/h+thSSobbDbyzFE+Y1M6FbKn+TRaeTN jane@office'
export const anotherKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEvm3 bob@workbench'

/** Jane owns acme, bob develops in it, carol reports on its website; dave is blocked. */
export const clientsWorld: Seed = {
  users: [
    { id: id.root, username: 'root', name: 'Administrator', admin: true },
    {
      id: id.jane,
      username: 'jane',
      name: 'Jane Doe',
      email: 'jane@acme.example',
      keys: [{ title: 'Office', key: janesKey }],
      emails: ['jane@home.example'],
      oauth_tokens: [{ token: 'jane-oauth-token' }],
      stars: ['jane/blog'],
    },
    { id: id.bob, username: 'bob', name: 'Bob Roe' },
    { id: id.carol, username: 'carol', name: 'Carol Poe' },
    { id: id.dave, username: 'dave', name: 'Dave Foe', state: 'blocked' },
  ],
  groups: [
    {
      id: id.acme,
      path: 'acme',
      name: 'Acme Works',
      visibility: 'internal',
      members: { jane: 'owner', bob: 'developer' },
    },
    { id: id.tools, path: 'tools', name: 'Tools', members: { jane: 'owner' } },
  ],
  projects: [
    {
      id: id.website,
      path: 'acme/website',
      name: 'Website',
      created_by: 'jane',
      created_at: '2016-01-01T00:00:00.000Z',
      members: { carol: 'reporter' },
    },
    {
      id: id.api,
      path: 'acme/api',
      name: 'Backend',
      visibility: 'internal',
      created_by: 'bob',
      created_at: '2016-02-01T00:00:00.000Z',
    },
    {
      id: id.blog,
      path: 'jane/blog',
      name: 'Blog',
      visibility: 'public',
      created_at: '2016-03-01T00:00:00.000Z',
    },
  ],
  events: [
    { author: 'jane', project: 'acme/website', action: 'created', at: '2016-01-01T00:00:00.000Z' },
    { author: 'carol', project: 'acme/website', action: 'joined', at: '2016-01-02T00:00:00.000Z' },
    { author: 'jane', project: 'jane/blog', action: 'created', at: '2016-03-01T00:00:00.000Z' },
  ],
}
