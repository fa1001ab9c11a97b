import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { root } from './root.ts'

/** A server that is asked for something of the API, then for a page, and says what Node has loaded by then. */
const program = `
import { get } from 'node:http'
import { createForge } from ${JSON.stringify(join(root, 'dist/index.js'))}
import { listen } from ${JSON.stringify(join(root, 'dist/server.js'))}

const { url, close } = await listen(await createForge({ seed: 'demo' }), { port: 0 })
const ask = (path) =>
  new Promise((resolve) =>
    get(url + path, { headers: { accept: 'text/html' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }),
  )
const asked = async (path) => ({
  status: await ask(path),
  hasFetch: process.moduleLoadList.some((name) => name.includes('undici')),
})
console.log(JSON.stringify({
  api: await asked('/api/v3/projects/1'),
  page: await asked('/'),
  isResponseNative: Object.getPrototypeOf(Response) === Function.prototype,
}))
await close()
`

const folder = mkdtempSync(join(tmpdir(), 'forgery-start-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// What is not loaded needs no stopwatch: Node's fetch takes a sixth of the time until the first answer.
it('answers without fetch, loads it for a page, and leaves its globals as they are', async () => {
  const file = join(folder, 'serve.mjs')
  writeFileSync(file, program)
  const { out, err } = await start([], folder, file).finished
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual({
    api: { status: 200, hasFetch: false },
    page: { status: 200, hasFetch: true },
    isResponseNative: true,
  })
})
