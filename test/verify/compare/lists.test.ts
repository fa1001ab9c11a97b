import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../src/verify/compare/options.ts'
import { editJson } from '../mutants/faults/answers.ts'
import { isObject, type Json } from '../mutants/json.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const names = { name: '<group1.name>', path: '<group1.name>' }
const project = { name: '<project1.name>', path: '<project1.name>', namespace_id: '<group1>' }
const asAdmin = (operation: Step['operation'], parameters: Step['parameters']): Step => ({
  ...{ operation, as: 'admin', parameters },
})
const threeIssues: History = [
  { ...asAdmin('createGroup', names), makes: 'group1' },
  { ...asAdmin('createProject', project), makes: 'project1' },
  ...[1, 2, 3].map((count) => ({
    ...asAdmin('createIssue', { id: '<project1>', title: `Leak ${count}` }),
    makes: `issue${count}`,
  })),
]

it('reports a record of the history in a list of the whole server that must not have it, and no record of others', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const account = { username: '<user1.name>', name: 'Nora', email: '<user1.name>@<mail>' }
  const user = { ...account, password: '<user1.password>', confirm: false }
  const history: History = [
    { ...asAdmin('createUser', user), makes: 'user1' },
    asAdmin('blockUser', { id: '<user1>' }),
    asAdmin('unblockUser', { id: '<user1>' }),
    asAdmin('listUsers', { blocked: true, per_page: 100 }),
  ]
  let unblocked: Json | undefined
  const server = editJson(['createUser', 'listUsers'], (json) => {
    if (isObject(json)) unblocked = json
    return Array.isArray(json) && isObject(unblocked) ? [...json, unblocked] : json
  })
  const options = { url: 'http://forge.test', token: 'root-token', patience: 50 }
  const found = await replay({ ...options, fetch: server({ forge, hit: () => {} }) }, history)
  expect(found.map(differenceKey)).toEqual(['listUsers | [] (a further item)'])
  expect(await replay({ ...options, fetch: forge.fetch }, history)).toEqual([])
})

it.each([100, 2])(
  'compares events that differ with those of the same deed, %i on a page',
  async (per_page) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const server = editJson('listProjectEvents', (json) =>
      Array.isArray(json)
        ? json.map((one) => (isObject(one) ? { ...one, author_username: 'somebody' } : one))
        : json,
    )({ forge, hit: () => {} })
    const options = { url: 'http://forge.test', token: 'root-token', fetch: server, patience: 50 }
    const events = asAdmin('listProjectEvents', { id: '<project1>', per_page })
    const found = await replay(options, [...threeIssues, events])
    expect(found.map(differenceKey)).toEqual(['listProjectEvents | [].author_username'])
  },
)
