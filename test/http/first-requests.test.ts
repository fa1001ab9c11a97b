import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgery-first-requests-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url))

it('answers the first requests of a process alike when they arrive at once', async () => {
  const script = join(folder, 'first.ts')
  writeFileSync(
    script,
    `import { createForge } from ${JSON.stringify(path('../../src/index.ts'))}
const { fetch } = await createForge({ log: () => {} })
const headers = { 'PRIVATE-TOKEN': 'root-token' }
const paths = ['v4/user', 'v4/projects', 'v3/user', 'v3/projects']
const responses = await Promise.all(paths.map((path) => fetch('http://forge.test/api/' + path, { headers })))
console.log(responses.map(({ status }) => status).join(' '))
`,
  )
  // Native modules would hide it: jiti gives the second import of a module the part of it that has been evaluated.
  const { stdout } = await promisify(execFile)(path('../../node_modules/.bin/jiti'), [script])
  expect(stdout.trim()).toBe('200 200 200 200')
})
