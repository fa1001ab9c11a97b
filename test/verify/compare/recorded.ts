import { createForge } from '../../../src/forge/create-forge.ts'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import type { History } from '../../../src/verify/compare/index.ts'
import { withDistinctIds } from '../../../src/verify/compare/recorded/distinct-ids.ts'
import {
  type RecordedHistory,
  recordHistories,
} from '../../../src/verify/compare/recorded/recorded-histories.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { readSettings } from '../../../src/verify/options.ts'

const seed = {
  users: [{ username: 'root', name: 'Root', email: 'root@example.com', admin: true }],
}

/** Records what `forgery verify` calls, with or without what is instance-wide. */
export async function recordAll(mayWriteInstance: boolean): Promise<readonly RecordedHistory[]> {
  const contract = await loadContract('v3')
  const world = await createForge({ seed, log: () => {} })
  const options = { url: 'http://forge.test', token: 'root-token', api: 'v3' } as const
  const settings = readSettings(
    mayWriteInstance ? { ...options, instance: true, journal: () => {} } : options,
  )
  const begin = () => withDistinctIds(world.fork())
  const adminToken = world.tokens.root ?? ''
  const draw = createDraw(1)
  const histories: RecordedHistory[] = []
  for await (const one of recordHistories({ begin, adminToken, contract, settings, draw })) {
    histories.push(one)
  }
  return histories
}

const known = new Map<boolean, Promise<readonly History[]>>()

/** Does so once for all tests of a file. */
export function recordedHistories(mayWriteInstance: boolean): Promise<readonly History[]> {
  const recorded =
    known.get(mayWriteInstance) ??
    recordAll(mayWriteInstance).then((all) => all.map(({ history }) => history))
  known.set(mayWriteInstance, recorded)
  return recorded
}
