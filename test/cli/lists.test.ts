import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OptionValues } from '../../src/cli/command.ts'
import { faultsCommand } from '../../src/cli/control/faults-command.ts'
import { requestsCommand } from '../../src/cli/control/requests-command.ts'
import { snapshot } from '../../src/cli/control/snapshot-command.ts'
import { createForge } from '../../src/create-forge.ts'
import { type Listening, listen } from '../../src/server/listen.ts'

const commands = [
  [faultsCommand, 'No faults.\n'],
  [snapshot, 'No snapshots.\n'],
  [requestsCommand, 'No requests.\n'],
] as const

let server: Listening
let written = ''
const { isTTY } = process.stdout
beforeEach(async () => {
  server = await listen(await createForge(), { port: 0 })
  written = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.stdout.isTTY = isTTY
  await server.close()
})

const list = (values: OptionValues) => ({ action: 'list', url: server.url, ...values })

it.each(commands)('says at a terminal alone that a list is empty', async ({ run }, none) => {
  process.stdout.isTTY = true
  await run(list({}))
  expect(written).toBe(none)
  written = ''
  process.stdout.isTTY = false
  await run(list({}))
  expect(written).toBe('')
  process.stdout.isTTY = true
  await run(list({ json: true }))
  expect(JSON.parse(written)).toEqual([])
})
