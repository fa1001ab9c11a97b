import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { root } from './root.ts'

/** A suite as a browser runs it, but for the part of msw that Node has in place of a service worker. */
const suite = `
import { createForge } from ${JSON.stringify(join(root, 'dist/index.js'))}
import { handlers } from ${JSON.stringify(join(root, 'dist/msw.js'))}
import { setupServer } from 'msw/node'

const headers = { 'PRIVATE-TOKEN': 'jane-token', 'Content-Type': 'application/json' }
const seed = { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] }
const forge = await createForge({ seed })
const server = setupServer(...handlers(forge, { baseUrl: 'https://forge.example.com' }))
server.listen()
const url = 'https://forge.example.com/api/v3/projects/1/issues'
const body = JSON.stringify({ title: 'It leaks' })
await fetch(url, { method: 'POST', headers, body })
const issues = await (await fetch(url, { headers })).json()
server.close()
console.log(JSON.stringify({ titles: issues.map(({ title }) => title), loaded: globalThis.loaded }))
`

/** What a suite that does not ask for it has no use for, by a text of each that minifying leaves. */
const unused = {
  'the checks of answers (ajv)': 'must NOT have unevaluated properties',
  'archives (fflate)': 'invalid length/literal',
  'the runner': 'startRunner',
  'made-up worlds (faker)': 'consectetur',
  'the demo world': 'marta',
  'saved worlds': 'cannot be read: ',
  'the control of worlds': 'X-Forge-World',
  'the judge': 'checks and stories',
}

const folder = mkdtempSync(join(tmpdir(), 'forgery-bundle-'))
const written = join(folder, 'bundle')
let titles: readonly string[] = []
let loaded: readonly string[] = []

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'suite.js'), suite)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const input = join(folder, 'suite.js')
  const bundle = await rolldown({ input, platform: 'browser', external: /^(msw|node:)/ })
  await bundle.write({
    dir: written,
    minify: true,
    banner: ({ fileName }) => `(globalThis.loaded ??= []).push(${JSON.stringify(fileName)});`,
  })
  const { out, err } = await start([], folder, join(written, 'suite.js')).finished
  if (err !== '') throw new Error(err)
  const printed = JSON.parse(out)
  titles = printed.titles
  loaded = printed.loaded
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(written, name), 'utf8')

it('runs', () => {
  expect(titles).toEqual(['It leaks'])
  expect(loaded).toContain('suite.js')
})

// Of that YAML is 32 kB: createForge loads it, as a push is one synchronous step, and may bring a pipeline.
it('loads at most 205 kB with gzip', () => {
  const sizes = loaded.map((name) => gzipSync(read(name)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(205 * 1000)
})

it.each(Object.entries(unused))('does without %s', (_, text) => {
  const published = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  const scripts = published.filter((name) => name.endsWith('.js'))
  const isPublished = scripts.some((name) =>
    readFileSync(join(root, 'dist', name), 'utf8').includes(text),
  )
  expect(isPublished).toBe(true)
  expect(loaded.filter((name) => read(name).includes(text))).toEqual([])
})
