import { join } from 'node:path'
import { root } from '../package/root.ts'
import { median } from './median.ts'

/** Milliseconds that `forge.reset()` takes after a test has read and changed the demo world. */
export async function resetTime(): Promise<number> {
  const { createForge }: typeof import('../../src/index.ts') = await import(
    join(root, 'dist/index.js')
  )
  const forge = await createForge({ seed: 'demo', fetch: async () => new Response() })
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const times: number[] = []
  for (let round = 0; round < 200; round++) {
    const body = JSON.stringify({ email: `root-${round}@example.com` })
    const request = new Request('http://forge.test/api/v3/user/emails', {
      method: 'POST',
      headers,
      body,
    })
    const { status } = await forge.fetch(request)
    if (status !== 201) throw new Error(`The write before the reset is a ${status}.`)
    const started = performance.now()
    forge.reset()
    times.push(performance.now() - started)
  }
  return median(times)
}
