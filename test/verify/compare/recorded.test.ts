import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import { drawHistories } from '../../../src/verify/compare/drawn-histories.ts'
import { compare, type History, replay, script } from '../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../src/verify/compare/options.ts'
import { isDistinctId, withDistinctIds } from '../../../src/verify/compare/recorded/distinct-ids.ts'
import type { RecordedHistory } from '../../../src/verify/compare/recorded/recorded-histories.ts'
import { needsOf } from '../../../src/verify/reproduction/history.ts'
import { editJson } from '../mutants/faults/answers.ts'
import { isObject } from '../mutants/json.ts'
import { worldOf } from '../world-of.ts'
import { recordAll } from './recorded.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const root = { url: 'http://forge.test', token: 'root-token' }

describe('the calls of verify as histories', () => {
  let all: readonly RecordedHistory[]
  beforeAll(async () => {
    all = await recordAll(true)
  })

  it('have each operation', () => {
    const called = new Set(all.flatMap(({ history }) => history.map((step) => step.operation)))
    const missing = operations.filter(({ id, isExtension }) => !isExtension && !called.has(id))
    expect(missing.map(({ id }) => id)).toEqual([])
    expect(all.at(-1)?.share).toBe(1)
  })

  it('refer to what earlier responses contain, so that they can be run on any server', () => {
    for (const { name, history } of all) {
      const made = new Set<string>()
      for (const step of history) {
        const missing = [...needsOf(step)].filter((need) => !made.has(need))
        expect(missing, `${name}: ${JSON.stringify(step)}`).toEqual([])
        if (step.makes !== undefined) made.add(step.makes)
      }
      const text = JSON.stringify(history)
      expect(text, name).not.toMatch(/forgery-[a-km-np-z2-9]{8}/i)
      const numbers = text.match(/(?<=[:[,"])\d+(?=[\],}"])/g) ?? []
      expect(numbers.filter(isDistinctId), name).toEqual([])
    }
  })

  it('ask for issues and merge requests by the numbers that these have', () => {
    const calls = all.flatMap(({ history }) => history)
    const numbers = calls.flatMap(({ parameters: { iid, iids } }) => [iid, iids].flat())
    const sent = new Set(
      numbers.filter((one) => one !== undefined).map((one) => String(one).replace(/\d+/, '')),
    )
    expect(sent).toEqual(new Set(['<issue.iid>', '<mergeRequest.iid>', 'several']))
    const closed = calls.flatMap(({ parameters: { description } }) =>
      [...String(description).matchAll(/Closes #<(\w+?)\d+\.iid>/g)].map(([, kind]) => kind),
    )
    expect(new Set(closed)).toEqual(new Set(['issue']))
  })

  it('leave open which roles may call what the specification does not say it of, and nothing else', () => {
    const steps = all
      .filter(({ name }) => name.startsWith('who may'))
      .flatMap(({ history }) => history)
    const openOf = (operation: string) => {
      const others = steps.filter(
        (step) => step.operation === operation && !['admin', 'nobody'].includes(step.as),
      )
      expect(others.length, operation).toBeGreaterThan(3)
      return new Set(others.map(({ open }) => open !== undefined))
    }
    // Stated are the levels from which these are permitted.
    for (const operation of ['deleteMergeRequest', 'deleteIssue', 'updateGroup'])
      expect(openOf(operation), operation).toEqual(new Set([false]))
    // Of these it is stated only that nobody else may.
    for (const operation of ['updateMergeRequest', 'protectBranch', 'createTag'])
      expect(openOf(operation), operation).toEqual(new Set([false, true]))
    expect(steps.some(({ as, open }) => open && ['admin', 'nobody'].includes(as))).toBe(false)
  })

  it('leave alone what belongs to the administrator', () => {
    const calls = all.flatMap(({ history }) => history)
    const own = calls.filter(
      ({ as, sudo, credential, operation }) =>
        as === 'admin' &&
        !sudo &&
        credential !== 'wrong token' &&
        /Own(?:ed)?[A-Z]|Current/.test(operation),
    )
    expect(own).toEqual([])
    const named = calls.flatMap(({ sudo }) => sudo ?? [])
    expect(named.filter((one) => /^\d{1,7}$/.test(one))).toEqual([])
  })

  it('create no two commits alike, which the moment would make one or two', () => {
    for (const { name, history } of all) {
      const messages = history.flatMap(({ parameters: { commit_message: message } }) =>
        typeof message === 'string' && message !== '' ? [message] : [],
      )
      expect(new Set(messages).size, name).toBe(messages.length)
    }
  })
})

it('gives no two records the same id in a world to record in', async () => {
  const seed = { users: [{ username: 'jane' }] }
  const forge = withDistinctIds(await createForge({ seed, log: () => {} }))
  await forge.add({ users: [{ username: 'joe' }], groups: [{ path: 'roof' }] })
  const all = [...forge.db.users.all(), ...forge.db.namespaces.all()].map(({ id }) => id)
  const added = all.filter(isDistinctId)
  expect(added.length).toBeGreaterThan(2)
  expect(new Set(added).size).toBe(added.length)
})

describe('the histories of a run', () => {
  async function* recorded() {
    for (let index = 1; index <= 8; index++)
      yield { name: `${index}`, history: [], share: index / 8 }
  }
  function* newReads() {
    for (const share of [0.5, 1]) yield { history: [], share }
  }
  async function originsOf(options: { readonly runs?: number; readonly isEndless: boolean }) {
    const origins: unknown[] = []
    const drawn = drawHistories({ ...options, seed: 40, newReads, random: () => [], recorded })
    for await (const { origin } of drawn) {
      origins.push('seed' in origin ? origin.seed : origin.recordedFrom)
      if (origins.length === 14) break
    }
    return origins
  }

  it('are those with new reads, then what verify calls, with random ones between', async () => {
    const origins = await originsOf({ isEndless: false })
    expect(origins).toEqual([40, 41, '1', '2', '3', 42, '4', '5', '6', 43, '7', '8'])
  })

  it('go on with random ones where the run has a time', async () => {
    const origins = await originsOf({ isEndless: true })
    expect(origins.slice(9)).toEqual([43, '7', '8', 44, 45])
  })

  it('are as many random ones as are asked for, and no others', async () => {
    expect(await originsOf({ isEndless: false, runs: 3 })).toEqual([40, 41, 42])
  })
})

/** Runs the first histories of a comparison. */
async function compareFirst(handle: (request: Request) => Promise<Response>, count: number) {
  const enough = new AbortController()
  return compare({
    ...{ ...root, fetch: handle, seed: 3, patience: 200, concurrency: 1, shrinkTries: 20 },
    signal: enough.signal,
    onProgress: ({ histories }) => {
      if (histories >= count) enough.abort()
    },
  })
}

it('tells no difference of a forge from a forge, writes nothing instance-wide, and leaves it as it was', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const before = worldOf(forge)
  const written = new Set<string>()
  const { differences, leftBehind, calls } = await compareFirst((request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') written.add(pathname.split('/')[3] ?? '')
    return forge.fetch(request)
  }, 7)
  expect({ differences, leftBehind }).toEqual({ differences: [], leftBehind: [] })
  expect(calls).toBeGreaterThan(500)
  expect([...written].filter((path) => /application|hooks/.test(path))).toEqual([])
  expect(worldOf(forge)).toEqual(before)
})

it('goes on behind a difference where no other history has what follows', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const fault = editJson('getCurrentUser', (json) =>
    isObject(json) ? { ...json, is_admin: true, state: 'asleep' } : json,
  )
  const { differences } = await compareFirst(fault({ forge, hit: () => {} }), 2)
  const keys = differences.filter(({ seed }) => seed === 3).map(({ key }) => key)
  expect(keys).toEqual(
    expect.arrayContaining(['getCurrentUser | is_admin', 'getCurrentUser | state']),
  )
})

const asked = async (history: History) => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const found = await replay({ ...root, fetch: forge.fetch, patience: 100 }, history)
  return found.map(differenceKey)
}

it('leaves open what is on the pages of the whole server, whose number depends on others', async () => {
  const pages = [{ per_page: 1, page: 2 }, { per_page: 100, page: 100_000 }, { sort: 'desc' }]
  const lists = ['listUsers', 'listAllProjects', 'listGroups', 'listVisibleProjects'] as const
  const history = lists.flatMap((operation) =>
    pages.map((parameters) => ({ operation, as: 'admin', parameters })),
  )
  expect(await asked(history)).toEqual([])
})

it('leaves open what is beside a page behind the end', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const history: History = [
    {
      operation: 'createGroup',
      as: 'admin',
      parameters: { name: '<group1.name>', path: '<group1.name>' },
      makes: 'group1',
    },
    { operation: 'listGroupMembers', as: 'admin', parameters: { id: '<group1>', page: 9 } },
  ]
  const handle = async (request: Request) => {
    const answer = await forge.fetch(request)
    const headers = new Headers(answer.headers)
    if (headers.get('x-page') === '9') headers.set('x-prev-page', '8')
    return new Response(answer.body, { status: answer.status, headers })
  }
  expect(await replay({ ...root, fetch: handle, patience: 100 }, history)).toEqual([])
})

it('writes sudo of a history in its script, and text that looks like a placeholder', async () => {
  const history: History = [
    {
      operation: 'createIssue',
      as: 'admin',
      sudo: '<user1.name>',
      parameters: { id: '<project1>', title: 'Größer & <lt>b>' },
    },
    { operation: 'getCurrentUser', as: 'admin', sudo: '7', sudoIn: 'query', parameters: {} },
  ]
  const difference = {
    ...{ key: '', operation: 'createIssue', place: 'title', forge: '', server: '' },
    history,
  }
  const text = await script(difference, root.url)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  expect(text).toContain('-H \'SUDO: \'"${word}user-1"')
  expect(text).toContain('Größer & \'"<"\'b>')
  expect(text).toContain("'?''sudo=7'")
})
