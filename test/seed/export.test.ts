import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { now } from '../harness.ts'
import { propertyWorld } from '../property/world.ts'
import { worldAnswers } from './world-answers.ts'

const createPinned = (seed: Parameters<typeof createForge>[0]) =>
  createForge({ now, randomSeed: 1, log: () => {}, ...seed })

async function expectSameWorld(forge: Forge): Promise<void> {
  const text = JSON.stringify(forge.export())
  const again = await createPinned({ seed: JSON.parse(text) })
  expect(await worldAnswers(again)).toEqual(await worldAnswers(forge))
  expect(JSON.stringify(again.export())).toBe(text)
}

describe('forge.export', () => {
  it('gives the empty world again', async () => {
    await expectSameWorld(await createPinned({ seed: 'empty' }))
  })

  it('gives the demo world again', async () => {
    await expectSameWorld(await createPinned({ seed: 'demo' }))
  })

  it('is written as YAML, with names and without defaults', async () => {
    const seed = {
      users: [{ username: 'jane' }],
      projects: [{ path: 'jane/site', issues: [{ title: 'It leaks' }] }],
    }
    const forge = await createPinned({ seed })
    const { records } = parse(stringify(forge.export()))
    expect(records.users).toEqual([{ username: 'jane', name: 'jane', email: 'jane@example.com' }])
    expect(records.issues).toEqual([
      { project: 'jane/site', iid: 1, title: 'It leaks', author: 'jane' },
    ])
    expect(records.members).toEqual([{ project: 'jane/site', user: 'jane', access_level: 40 }])
  })

  it('gets an error that says what is wrong with it where it was changed by hand', async () => {
    const forge = await createPinned({ seed: propertyWorld })
    const { records } = forge.export()
    const issues = [{ ...records?.issues?.[0], author: 'jan' }]
    await expect(createForge({ seed: { records: { ...records, issues } } })).rejects.toThrow(
      'records.issues[0].author: there is no author "jan" in this seed; did you mean "jane"?',
    )
  })
})

/** Random but repeatable: a small generator of its own. */
function* numbersFrom(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    yield state / 2 ** 31
  }
}

type Call = readonly [method: string, path: string, body?: object]

const calls: readonly ((pick: (most: number) => number) => Call)[] = [
  (pick) => [
    'POST',
    '/projects/1/issues',
    { title: `Issue ${pick(99)}`, labels: 'a,b', description: 'See #1' },
  ],
  (pick) => [
    'PUT',
    `/projects/1/issues/${pick(6)}`,
    { state_event: pick(2) === 1 ? 'close' : 'reopen' },
  ],
  (pick) => [
    'PUT',
    `/projects/1/issues/${pick(6)}`,
    { title: `T ${pick(9)}`, assignee_id: pick(4), milestone_id: 1 },
  ],
  (pick) => ['DELETE', `/projects/1/issues/${pick(6)}`],
  (pick) => ['POST', `/projects/1/issues/${pick(6)}/move`, { to_project_id: pick(5) }],
  (pick) => [
    'POST',
    `/projects/1/issues/${pick(6)}/notes`,
    { body: `Note ${pick(9)} @jane :tada:` },
  ],
  (pick) => ['POST', `/projects/1/issues/${pick(6)}/notes`, { body: ':thumbsup:' }],
  (pick) => ['POST', `/projects/1/issues/${pick(6)}/subscription`],
  (pick) => ['POST', `/projects/1/issues/${pick(6)}/todo`],
  (pick) => ['DELETE', `/projects/1/issues/1/notes/${pick(5)}`],
  (pick) => [
    'PUT',
    `/projects/1/merge_requests/${pick(2)}`,
    { state_event: pick(2) === 1 ? 'close' : 'reopen' },
  ],
  (pick) => ['PUT', `/projects/1/merge_requests/${pick(2)}/merge`],
  (pick) => ['POST', `/projects/1/merge_requests/${pick(2)}/notes`, { body: 'Hm' }],
  (pick) => [
    'POST',
    '/projects/1/repository/commits',
    {
      branch_name: pick(2) === 1 ? 'master' : 'feature/x',
      commit_message: `Fixes #${pick(4)}`,
      author_name: 'Somebody Else',
      author_email: 'else@example.com',
      actions: [
        { action: 'create', file_path: `f${pick(99)}`, content: 'AP8B', encoding: 'base64' },
      ],
    },
  ],
  (pick) => [
    'POST',
    '/projects/1/repository/branches',
    { branch_name: `b${pick(4)}`, ref: 'master' },
  ],
  (pick) => ['DELETE', `/projects/1/repository/branches/b${pick(4)}`],
  (pick) => [
    'POST',
    '/projects/1/repository/tags',
    { tag_name: `t${pick(4)}`, ref: 'master', message: 'Tag' },
  ],
  (pick) => ['DELETE', `/projects/1/repository/tags/t${pick(4)}`],
  (pick) => [
    'POST',
    '/users',
    {
      username: `u${pick(4)}`,
      name: 'U',
      email: `u${pick(4)}@x.example`,
      password: 'secret-secret',
    },
  ],
  (pick) => ['DELETE', `/users/${pick(9)}`],
  (pick) => ['POST', '/projects', { name: `p${pick(9)}` }],
  (pick) => ['DELETE', `/projects/${pick(8)}`],
  (pick) => ['POST', `/projects/${pick(4)}/members`, { user_id: pick(6), access_level: 30 }],
  (pick) => ['DELETE', `/projects/${pick(4)}/members/${pick(6)}`],
  (pick) => ['POST', `/projects/1/builds/${pick(4)}/retry`],
  (pick) => ['POST', `/projects/1/builds/${pick(4)}/erase`],
  (pick) => [
    'POST',
    '/projects/1/snippets',
    { title: 'S', file_name: 's', code: `${pick(9)}`, visibility_level: 20 },
  ],
  () => ['POST', '/groups', { name: 'g', path: 'gg' }],
  () => ['DELETE', '/groups/gg'],
  (pick) => ['PUT', '/application/settings', { default_projects_limit: pick(50) }],
]

describe('random histories', () => {
  it.each([1, 2, 3, 4, 5, 6])('give the same world by export: %i', async (seed) => {
    const forge = await createPinned({ seed: propertyWorld })
    const numbers = numbersFrom(seed)
    const pick = (most: number) => 1 + Math.floor((numbers.next().value ?? 0) * most)
    const tokens = ['root-token', 'jane-token', 'bob-token']
    let made = 0
    for (let turn = 0; turn < 80; turn++) {
      const [method, path, body] = calls[pick(calls.length) - 1]?.(pick) ?? ['GET', '/user']
      const headers = {
        'private-token': tokens[pick(tokens.length) - 1] ?? '',
        'content-type': 'application/json',
      }
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
      const { status } = await forge.fetch(new Request(`http://forge.test/api/v3${path}`, init))
      expect([path, status]).not.toEqual([path, 500])
      if (status < 300) made += 1
    }
    expect(made).toBeGreaterThan(15)
    await expectSameWorld(forge)
  })
})
