import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type { OperationContract } from '../../src/contract/operation-contract.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { type ExtensionRow, extensionRows } from '../gitlab/access/extensions.ts'
import { permissionRequest } from '../gitlab/access/permission-request.ts'
import { permissionWorld } from '../gitlab/access/permission-world.ts'
import { rowOf, v4Operations, v4Request } from '../gitlab/access/v4/table.ts'
import { createTestForge } from '../harness.ts'
import { changedCollections, FailedWrite, stateOf, withFailingWrite } from './failing-writes.ts'

/**
 * An error at any write of any operation takes all of it back: each operation is asked in the
 * permission world, and its first write fails, then its second, until there are no more.
 */
const log: string[] = []

/** The permission world, with a branch that is merged and one that is protected. */
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
  return { ...world, projects: [{ ...site, repository }, ...others] }
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
}

/** Not one that the table asks where there is nothing to write, or where it is refused. */
const writesInTheTable = ({ answered, writesNothing }: ReturnType<typeof rowOf> | ExtensionRow) =>
  answered === undefined && writesNothing !== true
/** The operations of the specification of v3 write, each of them. */
const writes = ({ id }: (typeof operations)[number]) => {
  const row = extensionRows.get(id)
  return row === undefined || writesInTheTable(row)
}

const asked: readonly Asked[] = [
  ...operations.filter(writes).map((operation) => ({
    name: operation.id,
    operation,
    request: (token: string) => permissionRequest(operation, token),
  })),
  ...v4Operations
    .filter((one) => writesInTheTable(rowOf(one)))
    .map((operation) => ({
      name: `${operation.id} of v4`,
      operation,
      request: (token: string) => v4Request(operation, token),
    })),
]

/** Who is served: an administrator, or the owner where something of one's own is asked for. */
async function whoIsServed({ operation, request }: Asked): Promise<string> {
  for (const token of ['root-token', 'olga-token']) {
    const before = stateOf(forge)
    const { status } = await forge.fetch(request(token))
    const hasWritten = changedCollections(before, stateOf(forge)).length > 0
    forge.reset()
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
  it.each(asked.map((one) => [one.name, one] as const))(
    'takes back all of %s, and the next call is served',
    async (_, one) => {
      const token = await whoIsServed(one)
      const ask = () => forge.fetch(one.request(token))
      await failEachWrite(ask)
      forge.reset()
      const plain = await ask()
      forge.reset()
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
