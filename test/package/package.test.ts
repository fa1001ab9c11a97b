import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../cli/command.ts'
import { problemsOfEntries } from './compile-entries.ts'
import { installPackage } from './installed.ts'

let folder: string
beforeAll(async () => {
  folder = await installPackage(['forge.test.ts', 'tsconfig.json'])
})
afterAll(() => rmSync(folder, { recursive: true }))

it('brings no dependency along', () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/forgery'])
})

it('runs nothing where it is installed: nobody is asked to approve a script of it', () => {
  const { scripts } = JSON.parse(
    readFileSync(join(folder, 'node_modules/forgery/package.json'), 'utf8'),
  )
  const whenInstalled = [
    'preinstall',
    'install',
    'postinstall',
    'preprepare',
    'prepare',
    'postprepare',
  ]
  expect(Object.keys(scripts).filter((name) => whenInstalled.includes(name))).toEqual([])
})

it('brings source maps that hold their sources', () => {
  const dist = join(folder, 'node_modules/forgery/dist')
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  // What only hands on the exports of another file has no source of its own, nor has the bundler's, nor data.
  const ofSources = scripts.filter(
    (name) =>
      statSync(join(dist, name)).size > 400 &&
      !/chunks\/(rolldown-runtime|demo|empty|openapi)-/.test(name),
  )
  expect(ofSources.length).toBeGreaterThan(5)
  for (const name of ofSources) {
    const map = JSON.parse(readFileSync(join(dist, `${name}.map`), 'utf8'))
    expect(map.sources.length).toBeGreaterThan(0)
    expect(map.sourcesContent ?? []).toHaveLength(map.sources.length)
  }
})

it('is found by resolvers that read no exports', async () => {
  const old = [
    '--ignoreConfig',
    '--moduleResolution',
    'node10',
    '--ignoreDeprecations',
    '6.0',
    '--module',
    'esnext',
  ]
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--typeRoots',
    'none',
  ]
  writeFileSync(
    join(folder, 'old.ts'),
    `import { createForge, type Forge } from 'forgery'
import { handlers } from 'forgery/msw'
import { listen } from 'forgery/server'
export const all: unknown[] = [createForge, handlers, listen]
export const wrong: Forge = 1
`,
  )
  const tsc = 'node_modules/typescript/bin/tsc'
  const { out } = await start([...old, ...flags, 'old.ts'], folder, tsc).finished
  expect(out).toMatch(
    /^old\.ts\(5,14\): error TS2322: Type 'number' is not assignable to type 'Forge'\.\n$/,
  )
})

it('imports nothing that a browser lacks, but for the server and the command line', () => {
  const seen = new Set<string>()
  const foreign = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const code = readFileSync(file, 'utf8')
    // An import stands at the beginning of a line: elsewhere `from "` is the text of a message.
    const imports = code.matchAll(
      /^(?:import|export)\b(?:[^"\n]*\bfrom)? "([^"\n]+)"|\bimport\("([^"\n]+)"\)/gm,
    )
    for (const [, named, awaited] of imports) {
      const target = named ?? awaited ?? ''
      if (target.startsWith('.')) visit(join(dirname(file), target))
      else foreign.add(target)
    }
  }
  visit(join(folder, 'node_modules/forgery/dist/index.js'))
  visit(join(folder, 'node_modules/forgery/dist/msw.js'))
  visit(join(folder, 'node_modules/forgery/dist/application.js'))
  visit(join(folder, 'node_modules/forgery/dist/worker.js'))
  expect(seen.size).toBeGreaterThan(5)
  expect([...foreign]).toEqual(['msw'])
})

it('is a library under vitest', async () => {
  const { finished } = start(['run', '--reporter=json'], folder, 'node_modules/vitest/vitest.mjs')
  const { code, out, err } = await finished
  expect(err).toBe('')
  expect(JSON.parse(out)).toMatchObject({ numPassedTests: 4, numTotalTests: 4 })
  expect(code).toBe(0)
})

it("satisfies a consumer's strict compiler, its own declarations included", () => {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  expect(problemsOfEntries(ts, { place: folder, ...config })).toEqual([])
})

it('serves by npx', async () => {
  const words = ['--no', '--', 'forgery', 'serve', '--port', '0', '--json', '--seed', 'empty']
  const npx = spawn('npx', words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    const line = await new Promise<string>((resolve, reject) => {
      npx.stdout.once('data', (data) => resolve(String(data)))
      npx.once('exit', () => reject(new Error('npx ended before the server was ready.')))
    })
    const { url, tokens } = JSON.parse(line)
    const headers = { 'private-token': tokens.root }
    expect(await (await fetch(`${url}/api/v3/user`, { headers })).json()).toMatchObject({
      username: 'root',
    })
  } finally {
    if (npx.pid !== undefined) process.kill(-npx.pid, 'SIGTERM')
  }
})

it('exports its schemas', async () => {
  const script = `
    const read = async (name) => (await import('forgery/schemas/' + name, { with: { type: 'json' } })).default
    const [contract, seed, user] = await Promise.all(['openapi.json', 'seed.json', 'v3/resources/user.json'].map(read))
    console.log(JSON.stringify([contract.openapi, Object.keys(seed.properties), user.type ?? user.allOf?.length > 0]))
  `
  writeFileSync(join(folder, 'schemas.mjs'), script)
  const { out, code } = await start([], folder, 'schemas.mjs').finished
  expect(code).toBe(0)
  const [version, lists, user] = JSON.parse(out)
  expect(version).toBe('3.1.0')
  expect(lists).toEqual(expect.arrayContaining(['users', 'groups', 'projects', 'events', 'hooks']))
  expect(user).toBeTruthy()
})
