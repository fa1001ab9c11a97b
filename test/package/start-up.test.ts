import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { root } from './root.ts'

/** A server that is asked for something of the API, then for a page. */
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
console.log(JSON.stringify({
  api: await ask('/api/v3/projects/1'),
  page: await ask('/_forge/'),
  isResponseNative: Object.getPrototypeOf(Response) === Function.prototype,
}))
await close()
`

const folder = mkdtempSync(join(tmpdir(), 'forgery-start-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('answers the API and a page, and leaves the globals of its process as they are', async () => {
  const file = join(folder, 'serve.mjs')
  writeFileSync(file, program)
  const { out, err } = await start([], folder, file).finished
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual({
    api: 200,
    page: 200,
    isResponseNative: true,
  })
})
