import { beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '../../../../src/contract/generated/v3/contract.ts'
import type { Forge } from '../../../../src/forge/forge.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { projectOrders } from '../../../../src/store/record-orders.ts'
import { createTestForge } from '../../../harness.ts'

const levels = ['private', 'internal', 'public'] as const
const namespaces = ['acme', 'tools', 'jane', 'bob']
const texts = ['Needle', 'hay', 'Hay of the firm', 'straw']

/** Each text, visibility and state in each namespace, some with a name, a time or a description that others have. */
const projects = namespaces.flatMap((namespace, place) =>
  Array.from({ length: 24 }, (_, index) => ({
    path: `${namespace}/${texts[index % 4]?.slice(0, 3).toLowerCase()}-${(index * 7) % 24}`,
    name: `${texts[index % 4]} ${index >> 2}`,
    ...(index === 11 ? { description: 'A needle again' } : {}),
    visibility: levels[(index + place) % 3] ?? 'private',
    archived: index % 5 === 0,
    created_at: new Date(Date.UTC(2016, 0, 1 + ((index * 5) % 9))).toISOString(),
    created_by: place % 2 === 0 ? 'jane' : 'bob',
    ...(index % 3 === 0
      ? { members: { mia: 'guest' as const, ...(place === 0 ? { eve: 'master' as const } : {}) } }
      : {}),
    ...(index % 6 === 1 && place >= 2
      ? { shared_with: { tools: 'guest' as const, acme: 'reporter' as const } }
      : {}),
  })),
)

/**
 * Jane owns acme, eve did until today and is external; mia is a guest of many projects, bob develops in tools; zoe
 * is a member of nothing.
 */
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob', stars: projects.slice(0, 40).map(({ path }) => path) },
    { username: 'mia', stars: projects.map(({ path }) => path) },
    { username: 'eve', external: true, stars: ['acme/nee-0'] },
    { username: 'zoe' },
  ],
  groups: [
    {
      path: 'acme',
      name: 'Acme Works',
      visibility: 'public',
      members: {
        jane: 'owner',
        eve: { level: 'owner', expires_at: '2017-01-15' },
      },
    },
    { path: 'tools', name: 'Tools', members: { bob: 'developer', mia: 'owner' } },
  ],
  projects,
}

let forge: Forge
beforeAll(async () => {
  forge = await createTestForge({ seed, validateResponses: false })
})

async function listed(path: string, username: string): Promise<Project[]> {
  const headers = { 'private-token': `${username}-token` }
  const response = await forge.fetch(`http://forge.test/api/v3${path}&per_page=100`, { headers })
  expect(response.status).toBe(200)
  const found: Project[] = await response.json()
  expect(response.headers.get('x-total')).toBe(String(found.length))
  return found
}

const isFound = ({ name, path, description, namespace }: Project, wanted: string) =>
  [name, path, description, namespace.name].some((text) => text?.toLowerCase().includes(wanted))

const filters = [
  '',
  '&visibility=private',
  '&visibility=internal',
  '&visibility=public',
  '&archived=true',
]

describe.each(['/projects', '/projects/visible', '/projects/owned', '/projects/starred'])(
  'a search in GET %s',
  (list) => {
    it.each(['root', 'jane', 'bob', 'mia', 'eve', 'zoe'])(
      'gives %s those of the list that hold the text, in its order',
      (username) => expectFiltered(list, username),
    )
  },
)

it('a search in GET /projects/all does so', () => expectFiltered('/projects/all', 'root'))

it.each(['root', 'jane', 'mia', 'eve'])(
  'a search in GET /groups/acme/projects gives %s what is shared with it as well',
  (username) => expectFiltered('/groups/acme/projects', username),
)

async function expectFiltered(list: string, username: string): Promise<void> {
  for (const order of Object.keys(projectOrders)) {
    for (const [index, filter] of filters.entries()) {
      const query = `${list}?order_by=${order}&sort=${index % 2 ? 'asc' : 'desc'}${filter}`
      const all = await listed(query, username)
      for (const wanted of ['needle 3', 'needle', 'straw', 'hay', 'acme w', 'a', 'nothing']) {
        const found = await listed(`${query}&search=${wanted.toUpperCase()}`, username)
        expect(found).toEqual(all.filter((project) => isFound(project, wanted)))
      }
    }
  }
}
