import { join } from 'node:path'
import { root } from '../package/root.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

type Forge = import('../../src/index.ts').Forge

/** What a test does with the demo world once it has read and changed it, in milliseconds. */
const steps: Readonly<Record<string, (forge: Forge) => unknown>> = {
  'forge.snapshot()': (forge) => forge.snapshot(),
  'forge.fork()': (forge) => forge.fork(),
  'forge.reset()': (forge) => forge.reset(),
}

export async function worldSteps(): Promise<Row[]> {
  const { createForge }: typeof import('../../src/index.ts') = await import(
    join(root, 'dist/index.js')
  )
  const forge = await createForge({ seed: 'demo', fetch: async () => new Response() })
  const times: Record<string, number[]> = {}
  for (let round = 0; round < 200; round++) {
    await change(forge, round)
    for (const [name, step] of Object.entries(steps)) {
      const started = performance.now()
      step(forge)
      times[name] = [...(times[name] ?? []), performance.now() - started]
    }
  }
  return Object.entries(times).map(([name, each]) => ({
    table: 'The demo world',
    what: `${name} after a write`,
    value: median(each),
    unit: 'ms',
    goal: { atMost: 1 },
  }))
}

async function change(forge: Forge, round: number): Promise<void> {
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const body = JSON.stringify({ email: `root-${round}@example.com` })
  const url = 'http://forge.test/api/v3/user/emails'
  const { status } = await forge.fetch(url, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`The write before the step is a ${status}.`)
}
