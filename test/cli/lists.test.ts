import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type { OptionValues } from '../../src/cli/command.ts'
import { faultsCommand } from '../../src/cli/control/faults.ts'
import { requestsCommand } from '../../src/cli/control/requests.ts'
import { snapshotCommand } from '../../src/cli/control/snapshot.ts'
import { createForge } from '../../src/forge/create-forge.ts'

const commands = [
  [faultsCommand, 'No faults.\n'],
  [snapshotCommand, 'No snapshots.\n'],
  [requestsCommand, 'No requests.\n'],
] as const

let server: Listening
let written = { out: '', err: '' }
beforeEach(async () => {
  server = await listen(await createForge(), { port: 0 })
  written = { out: '', err: '' }
  const keep = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    written[name] += text
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const list = (values: OptionValues) => ({ action: 'list', url: server.url, ...values })

it.each(commands)('says on standard error that a list is empty', async ({ run }, none) => {
  await run(list({}))
  expect(written).toEqual({ out: '', err: none })
})

it.each(commands)('says nothing beside a list in JSON', async ({ run }) => {
  await run(list({ json: true }))
  expect([JSON.parse(written.out), written.err]).toEqual([[], ''])
})
