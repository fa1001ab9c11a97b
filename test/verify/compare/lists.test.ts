import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../src/verify/compare/options.ts'
import { editJson } from '../mutants/faults/answers.ts'
import { isObject } from '../mutants/json.ts'

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
