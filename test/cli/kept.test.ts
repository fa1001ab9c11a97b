import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readKept } from '../../src/cli/compare/kept.ts'
import type { ComparisonSummary, History, Step } from '../../src/verify/compare/index.ts'

const asAdmin = (operation: Step['operation'], parameters: Step['parameters']): Step => ({
  ...{ operation, as: 'admin' },
  parameters,
})

/** Returns the vitest suite of a difference that a history ends with. */
async function keptTestOf(history: History): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-kept-'))
  const file = join(folder, 'known.test.ts')
  const summary: ComparisonSummary = {
    ...{ url: 'http://forge.test', seed: 1, histories: 1, calls: 1, requests: 1, duration: 1 },
    ...{ stillThere: [], gone: [], open: [], leftBehind: [], wasInterrupted: false },
    differences: [
      {
        ...{ key: 'one', operation: 'createFile', place: 'status', forge: 201, server: 200 },
        ...{ history, seed: 1 },
      },
    ],
  }
  for (const write of readKept({ keep: [`test=${file}`] })) await write(summary)
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

it('keeps a difference as a test with what its calls need', async () => {
  const plain = await keptTestOf([asAdmin('getCurrentUser', {})])
  expect(plain).toContain('await replay(server, history)')
  expect(plain).not.toMatch(/instance|hookReceiver/)

  const settings = await keptTestOf([
    asAdmin('updateApplicationSettings', { signup_enabled: false }),
  ])
  expect(settings).toContain('instance: true')
  expect(settings).toContain("appendFileSync('forgery-journal.jsonl', line + '\\n')")
  expect(settings).not.toContain('hookReceiver')

  const hooks = await keptTestOf([
    asAdmin('createSystemHook', { url: '<receiver>/<hook1.name>', push_events: true }),
  ])
  expect(hooks).toContain('instance: true')
  expect(hooks).toContain('  hookReceiver,')
})
