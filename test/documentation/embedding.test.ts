import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { world } from '../gitlab/operations/v3/merge-request-world.ts'
import { createTestForge } from '../harness.ts'

/** The table "As specified, or as released" of docs/embedding.md: each of its rows is tried. */
const page = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8')
const [, table = ''] = /## As specified, or as released\n([\s\S]*?)\n## /.exec(page) ?? []
const rows = [...table.matchAll(/^\| (?!Where|---)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, where = '', specified = '', released = '']) => ({ where, specified, released }),
)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function ask(forge: Forge, method: Method, path: string, body?: object, as = 'root') {
  const response = await forge.fetch(`http://forge.test/api/v3${path}`, {
    method,
    headers: { 'private-token': `${as}-token`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer: unknown = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body: answer }
}
const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).status

async function newMergeRequest(forge: Forge): Promise<{ path: string; sha: string }> {
  const sent = { source_branch: 'feature', target_branch: 'master', title: 'Add' }
  const { body } = await ask(forge, 'POST', '/projects/1/merge_requests', sent, 'dora')
  const { id, sha } = Object(body)
  return { path: `/projects/1/merge_requests/${id}`, sha }
}

/** What a row says, as it is found: in the words of the table. */
const found: Readonly<Record<string, (forge: Forge) => Promise<string>>> = {
  '`DELETE` of what is gone': async (forge) => {
    const gone = [
      await statusOf(forge, 'DELETE', '/users/99'),
      await statusOf(forge, 'DELETE', '/hooks/99'),
    ]
    const mergeRequest = await statusOf(forge, 'DELETE', '/projects/1/merge_requests/99')
    const status = [...new Set(gone)].join(' or ')
    return status === `${mergeRequest}`
      ? status
      : `${status}, and ${mergeRequest} for a merge request`
  },
  '`POST /hooks`': async (forge) => {
    const { body } = await ask(forge, 'POST', '/hooks', { url: 'http://127.0.0.1:9/' })
    return Array.isArray(body) ? 'an array with the hook' : 'the hook itself'
  },
  '`GET /groups?search=`': async (forge) => {
    const { body } = await ask(forge, 'GET', '/groups?search=acme')
    const names = Object.keys(Object(Array.isArray(body) ? body[0] : undefined))
    return names.includes('web_url')
      ? 'the groups whole'
      : `${names
          .slice(0, -1)
          .map((name) => `\`${name}\``)
          .join(', ')} and \`${names.at(-1)}\``
  },
  'a merge of what is merged or closed': async (forge) => {
    const { path } = await newMergeRequest(forge)
    await ask(forge, 'PUT', path, { state_event: 'close' })
    return `${await statusOf(forge, 'PUT', `${path}/merge`, {}, 'max')}`
  },
  'a merge with conflicts': async (forge) => {
    const { path } = await newMergeRequest(forge)
    for (const branch_name of ['master', 'feature']) {
      const file = {
        file_path: 'conflict',
        branch_name,
        content: branch_name,
        commit_message: 'Add',
      }
      expect(await statusOf(forge, 'POST', '/projects/1/repository/files', file)).toBe(201)
    }
    return `${await statusOf(forge, 'PUT', `${path}/merge`, {}, 'max')}`
  },
  '`cancel_merge_when_build_succeeds`': async (forge) => {
    const { path, sha } = await newMergeRequest(forge)
    await ask(forge, 'POST', `/projects/1/statuses/${sha}`, { state: 'pending', ref: 'feature' })
    await ask(forge, 'PUT', `${path}/merge`, { merge_when_build_succeeds: true }, 'max')
    const status = await statusOf(
      forge,
      'POST',
      `${path}/cancel_merge_when_build_succeeds`,
      {},
      'max',
    )
    return status === 405 ? '`PUT`' : `\`POST\` as well, with ${status}`
  },
}

it('has a row for each of them, and each of them a row', () => {
  expect(rows.map(({ where }) => where)).toEqual(Object.keys(found))
})

it.each(rows)('is right: $where', async ({ where, specified, released }) => {
  const says = async (answersAs: 'specified' | 'released') =>
    found[where]?.(
      await createTestForge({ seed: world, answersAs, fetch: async () => new Response() }),
    )
  expect(await says('specified')).toBe(specified)
  expect(await says('released')).toBe(released)
})
