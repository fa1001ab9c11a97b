import { beforeEach, expect, it } from 'vitest'
import type { Forge } from '../../../../src/index.ts'
import { createTestForge } from '../../../harness.ts'

const lines = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 12 }, (_, index) => `${changes[index] ?? `line ${index}`}\n`).join('')

let forge: Forge
beforeEach(async () => {
  forge = await createTestForge({
    seed: {
      users: [{ username: 'mona' }],
      projects: [
        {
          path: 'mona/site',
          repository: {
            default_branch: 'main',
            commits: [
              {
                message: 'Begin',
                author: 'mona',
                branch: 'main',
                actions: [{ action: 'create', file_path: 'old.txt', content: lines() }],
              },
            ],
            branches: { feature: 'main' },
          },
        },
      ],
    },
  })
})

async function call(method: string, path: string, body?: object) {
  const response = await forge.fetch(`http://forge.test/api/v4/projects/1/repository${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

async function commit(branch: string, action: object): Promise<string> {
  const body = { branch, commit_message: 'Change', actions: [action] }
  return JSON.parse((await call('POST', '/commits', body)).text).id
}

const move = (content: string) => ({
  action: 'move',
  previous_path: 'old.txt',
  file_path: 'docs/new.txt',
  content,
})
const update = (file_path: string, content: string) => ({ action: 'update', file_path, content })
const read = async (path: string) =>
  (await call('GET', `/files/${encodeURIComponent(path)}/raw?ref=main`)).text

it('a commit is picked into the file that the branch has renamed', async () => {
  const picked = await commit('feature', update('old.txt', lines({ 10: 'fixed' })))
  await commit('main', move(lines({ 1: 'changed' })))
  const { status } = await call('POST', `/commits/${picked}/cherry_pick`, { branch: 'main' })
  expect(status).toBe(201)
  expect(await read('docs/new.txt')).toBe(lines({ 1: 'changed', 10: 'fixed' }))
  expect((await call('GET', '/files/old.txt/raw?ref=main')).status).toBe(404)
})

it('a commit that renames a file is picked onto its changes', async () => {
  const picked = await commit('feature', move(lines({ 10: 'fixed' })))
  await commit('main', update('old.txt', lines({ 1: 'changed' })))
  const { status } = await call('POST', `/commits/${picked}/cherry_pick`, { branch: 'main' })
  expect(status).toBe(201)
  expect(await read('docs/new.txt')).toBe(lines({ 1: 'changed', 10: 'fixed' }))
  expect((await call('GET', '/files/old.txt/raw?ref=main')).status).toBe(404)
})

it('a commit is reverted in the file that was renamed after it', async () => {
  const reverted = await commit('main', update('old.txt', lines({ 10: 'broken' })))
  await commit('main', move(lines({ 1: 'changed', 10: 'broken' })))
  const { status } = await call('POST', `/commits/${reverted}/revert`, { branch: 'main' })
  expect(status).toBe(201)
  expect(await read('docs/new.txt')).toBe(lines({ 1: 'changed' }))
})

it('a rename is reverted with the changes made after it', async () => {
  const reverted = await commit('main', move(lines()))
  await commit('main', update('docs/new.txt', lines({ 1: 'changed' })))
  const { status } = await call('POST', `/commits/${reverted}/revert`, { branch: 'main' })
  expect(status).toBe(201)
  expect(await read('old.txt')).toBe(lines({ 1: 'changed' }))
})

it('the same lines are in conflict in a renamed file too, and so is a file that was deleted', async () => {
  const picked = await commit('feature', update('old.txt', lines({ 10: 'fixed' })))
  await commit('main', move(lines({ 10: 'changed' })))
  const refused = await call('POST', `/commits/${picked}/cherry_pick`, { branch: 'main' })
  expect([refused.status, JSON.parse(refused.text).error_code]).toEqual([400, 'conflict'])
  await commit('main', { action: 'delete', file_path: 'docs/new.txt' })
  const gone = await call('POST', `/commits/${picked}/cherry_pick`, { branch: 'main' })
  expect([gone.status, JSON.parse(gone.text).error_code]).toEqual([400, 'conflict'])
})
