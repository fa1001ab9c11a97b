import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type { OperationContract } from '../../src/contract/operation-contract.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { type ExtensionRow, extensionRows } from '../gitlab/access/extensions.ts'
import type { PermissionCall } from '../gitlab/access/permission-calls.ts'
import { permissionRequest } from '../gitlab/access/permission-request.ts'
import { permissionWorld } from '../gitlab/access/permission-world.ts'
import { rowOf, v4Operations, v4Request } from '../gitlab/access/v4/table.ts'
import { createTestForge } from '../harness.ts'
import { changedCollections, FailedWrite, stateOf, withFailingWrite } from './failing-writes.ts'
import { preparations, writeNothing } from './prepared-writes.ts'

/**
 * An error at any write of any operation takes all of it back: each operation is asked in the
 * permission world, and its first write fails, then its second, until there are no more.
 */
const log: string[] = []

/** The permission world, with a branch that is merged, one that is protected, and people who may be decided on. */
function worldWithMoreBranches(): Seed {
  const world = permissionWorld('private')
  const [site, ...others] = world.projects ?? []
  if (!site?.repository) throw new Error('The first project of the permission world has code.')
  const actions = [{ action: 'create' as const, file_path: 'later', content: 'a' }]
  const commits = [
    ...(site.repository.commits ?? []),
    { message: 'Go on', author: 'olga', actions },
  ]
  const protected_branches = { ...site.repository.protected_branches, waiting: {} }
  const repository = { ...site.repository, commits, protected_branches }
  const users = world.users?.map((user) => ({
    ...user,
    ...(user.username === 'outsider' ? { state: 'blocked_pending_approval' as const } : {}),
    ...(user.username === 'newcomer' ? { two_factor_enabled: true } : {}),
  }))
  const open = { request_access_enabled: true }
  const groups = world.groups?.map((group) => ({ ...group, ...open }))
  return {
    ...world,
    ...(users && { users }),
    ...(groups && { groups }),
    projects: [{ ...site, ...open, repository }, ...others],
  }
}

let forge: Forge
beforeAll(async () => {
  forge = await createTestForge({
    seed: worldWithMoreBranches(),
    fetch: async () => new Response(),
    log: (line) => log.push(line),
  })
})
beforeEach(() => forge.reset())

/** An operation of an API, and how it is asked in the name of who holds a token. */
interface Asked {
  readonly name: string
  readonly operation: OperationContract
  request(token: string): Request
  /** Brings the world to where it has something to write. */
  prepare(token: string): Promise<void>
  /** The token of who alone may ask it. */
  readonly token?: string
}

/** What writes in the permission world, or is prepared to; a GET that is refused writes nothing. */
function askedAmong<Api extends 'v3' | 'v4'>(
  operations: readonly OperationContract<Api>[],
  rowOf: (operation: OperationContract<Api>) => Pick<ExtensionRow, 'answered' | 'writesNothing'>,
  requestOf: (operation: OperationContract<Api>, token: string, asked: PermissionCall) => Request,
): readonly Asked[] {
  return operations.flatMap((operation) => {
    const { answered, writesNothing } = rowOf(operation)
    const preparation = preparations.get(operation.id)
    if (writeNothing.includes(operation.id)) return []
    if (!preparation && (answered !== undefined || writesNothing)) return []
    const { first = [], pathIn, token: bot, ...asked } = preparation ?? {}
    let found: PermissionCall['path']
    return {
      name: operation.id,
      operation,
      request: (token: string) =>
        requestOf(operation, token, { ...asked, ...(found && { path: found }) }),
      ...(bot && { token: bot }),
      async prepare(token: string) {
        for (const one of operations.filter(({ id }) => first.includes(id))) {
          const response = await forge.fetch(requestOf(one, token, {}))
          expect(response.status, one.id).toBe(one.status)
          if (pathIn) found = pathIn(await response.json())
        }
      },
    }
  })
}

const asked: readonly Asked[] = [
  // The operations of the specification of v3 write, each of them.
  ...askedAmong(
    operations,
    ({ id }) => extensionRows.get(id) ?? {},
    (operation, token, { parameters, path }) =>
      permissionRequest(operation, token, parameters, path),
  ),
  ...askedAmong(v4Operations, rowOf, (operation, token, call) =>
    v4Request(operation, token, {}, call),
  ).map((one) => ({ ...one, name: `${one.name} of v4` })),
]

/** The world as it is before the operation is asked. */
async function begin({ prepare }: Asked, token: string): Promise<void> {
  forge.reset()
  await prepare(token)
}

/** Who is served: an administrator, or the owner where something of one's own is asked for. */
async function whoIsServed(one: Asked): Promise<string> {
  const { operation, request } = one
  for (const token of one.token ? [one.token] : ['root-token', 'olga-token']) {
    await begin(one, token)
    const before = stateOf(forge)
    const { status } = await forge.fetch(request(token))
    const hasWritten = changedCollections(before, stateOf(forge)).length > 0
    if (status === operation.status && (hasWritten || operation.method === 'GET')) return token
  }
  throw new Error(`${operation.id} writes for nobody in the permission world.`)
}

/** Tries once with each write failing; says how many writes there are. */
async function failEachWrite(attempt: () => Promise<unknown>): Promise<number> {
  for (let nth = 1; ; nth++) {
    const before = stateOf(forge)
    const writes = await withFailingWrite(nth, async () => {
      try {
        const response = await attempt()
        if (response instanceof Response) await expectFailure(response, nth)
      } catch (error) {
        if (!(error instanceof FailedWrite)) throw error
      }
    })
    if (writes < nth) return writes
    expect(changedCollections(before, stateOf(forge)), `after the write ${nth}`).toEqual([])
  }
}

/** A 500 whose request id the log repeats; nothing of the sort where there were fewer writes. */
async function expectFailure(response: Response, nth: number): Promise<void> {
  if (response.status < 500) return
  const id = response.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(await response.json())).toContain(id)
  expect(log.at(-1)).toContain(`request ${id}: FailedWrite: The write ${nth} fails.`)
}

describe('a write that fails', () => {
  it('is tried of each operation that writes', () => {
    const tried = new Set(asked.map(({ operation }) => operation))
    const others = [...operations, ...v4Operations].filter((one) => !tried.has(one))
    const ids = others.flatMap(({ method, id }) => (method === 'GET' ? [] : id))
    expect([...new Set(ids)].toSorted()).toEqual(writeNothing.toSorted())
  })

  it.each(asked.map((one) => [one.name, one] as const))(
    'takes back all of %s, and the next call is served',
    async (_, one) => {
      const token = await whoIsServed(one)
      const ask = () => forge.fetch(one.request(token))
      await begin(one, token)
      await failEachWrite(ask)
      await begin(one, token)
      const plain = await ask()
      await begin(one, token)
      await withFailingWrite(1, ask)
      expect((await ask()).status).toBe(plain.status)
    },
  )

  it.each(['running', 'success', 'failed', 'canceled'] as const)(
    'takes back all of a build that a runner takes to %s, and of what follows',
    async (state) => {
      const build = forge.db.builds.all().find(({ name }) => name === 'runs')
      if (!build) throw new Error('The permission world has a build that runs.')
      const advance = async () => forge.advance(build.id, state, { trace: 'Hello' })
      expect(await failEachWrite(advance)).toBeGreaterThan(0)
      expect(forge.db.builds.get(build.id)?.status).toBe(state)
    },
  )
})
