import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { createForge } from '../../src/forge/create-forge.ts'

/** The package `undici`, which is installed for this: what docs/test-runners.md says of its own `fetch` under msw. */
const folder = mkdtempSync(join(tmpdir(), 'forgery-undici-'))
const network = createServer((_, response) => response.end('"the network"'))
let undici: { readonly fetch: typeof fetch }

beforeAll(async () => {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...quietly, 'undici@6'], { cwd: folder, stdio: 'pipe' })
  undici = createRequire(join(folder, 'index.js'))('undici')
  await once(network.listen(0, '127.0.0.1'), 'listening')
}, 300_000)
afterAll(() => {
  network.close()
  rmSync(folder, { recursive: true })
})

it('is passed by msw, and answered where it is given the fetch of the forge', async () => {
  const address = network.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const forge = await createForge()
  const server = setupServer(...handlers(forge, { baseUrl }))
  server.listen({ onUnhandledRequest: 'error' })
  const url = `${baseUrl}/api/v4/user`
  const init = { headers: { 'PRIVATE-TOKEN': 'root-token' } }
  try {
    expect(await (await fetch(url, init)).json()).toMatchObject({ username: 'root' })
    expect(await (await undici.fetch(url, init)).json()).toBe('the network')
    expect(await (await forge.fetch(url, init)).json()).toMatchObject({ username: 'root' })
  } finally {
    server.close()
  }
})
