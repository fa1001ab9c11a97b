import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/index.ts'
import { type Running, runIn, start } from '../cli/command.ts'
import { lacks } from '../programs.ts'
import { root } from './root.ts'

/**
 * Every fenced block of the README and of the guides in docs/ is run: `ts` against the built package,
 * as a suite where it imports vitest and as a script elsewhere; `yaml` is loaded as a seed; `sh` goes to
 * the built command line and to the server that it started.
 */
const workerGuide = readFileSync(join(root, 'docs/worker.md'), 'utf8')
const fences = /^```\w*\n.*?^```$/gms
// A block of the guide to workers is run where that is: by `npm run test:worker`.
const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(fences, (block) =>
  workerGuide.includes(block) ? '' : block,
)
// Generated, or run by test-runners.test.ts and `npm run test:worker`.
const others = ['choices.md', 'operations.md', 'test-runners.md', 'worker.md']
const guides = readdirSync(join(root, 'docs')).filter((name) => !others.includes(name))
const pages = [
  readme,
  ...guides.map((name) => readFileSync(join(root, 'docs', name), 'utf8')),
].join('\n')
const folder = mkdtempSync(join(tmpdir(), 'forgery-readme-'))
const call = promisify(execFile)

interface Block {
  /** The file that it is written to, by its place in the pages. */
  readonly name: string
  readonly text: string
}

function blocks(language: string): Block[] {
  const found = pages.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...found].map(([, text = ''], index) => ({
    name: `${index + 1}${text.includes("'vitest'") ? '.test' : ''}.${language}`,
    text,
  }))
}

const shellLines = blocks('sh').flatMap(({ text }) => text.trim().split('\n'))
const isSuite = ({ name }: Block) => name.endsWith('.test.ts')

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/forgery'))
  for (const name of ['hono', 'msw', 'vite', 'vitest', 'typescript', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const { name, text } of blocks('ts')) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('has blocks of the languages that are run, and no others', () => {
  const languages = [...pages.matchAll(/^```(\w*)\n(?:.*\n)*?```$/gm)].map(([, name]) => name)
  expect(new Set(languages)).toEqual(new Set(['sh', 'ts', 'yaml']))
})

describe('TypeScript', () => {
  it('compiles, strictly', async () => {
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023']
    const modules = ['--module', 'nodenext', '--types', 'node']
    const files = blocks('ts').map(({ name }) => name)
    const tsc = 'node_modules/typescript/bin/tsc'
    const compiled = await start([...options, ...modules, ...files], folder, tsc).finished
    expect(compiled).toEqual({ code: 0, out: '', err: '' })
  })

  it('passes as a suite', async () => {
    const suites = blocks('ts').filter(isSuite)
    const runner = 'node_modules/vitest/vitest.mjs'
    const { code, out } = await start(['run', '--reporter=json'], folder, runner).finished
    const { numPassedTests, numTotalTests } = JSON.parse(out)
    expect({ code, numPassedTests }).toEqual({ code: 0, numPassedTests: numTotalTests })
    expect(numTotalTests).toBeGreaterThanOrEqual(suites.length)
  })

  const scripts = blocks('ts').filter((block) => !isSuite(block))
  /** What each script printed, one after the other in one process, which ends as each leaves nothing open. */
  let printed: Promise<Readonly<Record<string, readonly string[]>>> | undefined
  async function runScripts() {
    for (const { name, text } of scripts) {
      const { outputText } = ts.transpileModule(text, {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      })
      writeFileSync(join(folder, name.replace(/ts$/, 'mjs')), outputText)
    }
    const names = scripts.map(({ name }) => name.replace(/ts$/, 'mjs'))
    writeFileSync(join(folder, 'scripts.mjs'), scriptRunner(names))
    const { code, out, err } = await start([], folder, 'scripts.mjs').finished
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }

  it.each(scripts)('prints what it says: $name', async ({ name, text }) => {
    printed ??= runScripts()
    const lines = [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line)
    expect(lines.length).toBeGreaterThan(0)
    expect((await printed)[name.replace(/ts$/, 'mjs')]).toEqual(lines)
  })
})

/** Runs each script, and prints the lines that each printed. */
const scriptRunner = (names: readonly string[]) => `
import { format } from 'node:util'
const printed = {}
for (const name of ${JSON.stringify(names)}) {
  const lines = []
  console.log = (...values) => lines.push(...format(...values).split('\\n'))
  await import('./' + name).catch((error) => lines.push(String(error)))
  printed[name] = lines
}
process.stdout.write(JSON.stringify(printed))
`

it.each(blocks('yaml'))('has a seed that loads: $name', async ({ name, text }) => {
  writeFileSync(join(folder, name), text)
  const { db } = await createForge({ seed: join(folder, name) })
  const people = db.users.all().filter(({ username }) => !username.includes('_bot_'))
  expect(people.map(({ username }) => username)).toEqual(['root', 'jane', 'bob'])
  expect(db.projects.all()).toHaveLength(1)
  const isTold = [/^pipelines:/m, /merge_requests:/].map((pattern) => pattern.test(text))
  expect([db.builds.count() > 0, db.mergeRequests.count() > 0]).toEqual(isTold)
})

describe('shell', () => {
  const words = (line: string) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const commands = shellLines.filter((line) => line.startsWith('npx forgery '))
  const requests = shellLines.filter((line) => line.startsWith('curl '))
  const clones = shellLines.filter((line) => line.startsWith('git clone '))
  const running: Running[] = []
  /** The address of a server that the lines of curl and git share: none depends on what another did. */
  let served: Promise<string> | undefined
  function urlOfServer(): Promise<string> {
    served ??= startServer()
    return served
  }
  async function startServer(): Promise<string> {
    const server = start(['serve', '--port', '0', '--json'], folder)
    running.push(server)
    const [ready] = await server.until(/^.*\n/)
    return JSON.parse(ready).url
  }
  afterAll(async () => {
    for (const { process, finished } of running) {
      process.kill()
      await finished
    }
  })

  it('has no other commands than those that are run here, and by .ci/run', () => {
    const byContinuousIntegration = ['npm install && npm start', 'npm install && npm test']
    expect(new Set(shellLines)).toEqual(
      new Set([...byContinuousIntegration, ...commands, ...requests, ...clones]),
    )
    const script = readFileSync(join(root, '.ci/run'), 'utf8')
    expect(script).toMatch(/^npm ci\b[\s\S]*\bnpm start\b[\s\S]*^try_tests npm test\b/m)
  })

  it.each(commands.filter((line) => line.includes(' seed ')))(
    'writes a world: %s',
    async (line) => {
      expect(await start(words(line).slice(2), folder).finished).toEqual({
        code: 0,
        out: '',
        err: '',
      })
      expect(existsSync(join(folder, words(line).at(-1) ?? ''))).toBe(true)
    },
  )

  it.each(commands.filter((line) => line.includes(' verify ')))('verifies: %s', async (line) => {
    const here = line.replace('http://127.0.0.1:8080', await startServer())
    expect(here).not.toBe(line)
    const { code, out } = await start(words(here).slice(2), folder).finished
    expect([code, out]).toEqual([0, expect.stringContaining('PASSED')])
    const report = /--report \w+=(\S+)/.exec(line)?.[1]
    if (report) expect(existsSync(join(folder, report))).toBe(true)
  })

  it.each(commands.filter((line) => line.includes(' serve')))('serves: %s', async (line) => {
    const command = start([...words(line).slice(2), '--port', '0'], folder)
    running.push(command)
    const [url] = await command.until(/http:\/\/127\.0\.0\.1:\d+/)
    expect((await fetch(`${url}/_forge/health`)).status).toBe(200)
  })

  it('controls a server, one line after the other', async () => {
    const control = /^npx forgery (world|snapshot|faults|requests|advance|reset)\b/
    const lines = commands.filter((line) => control.test(line))
    expect(lines.length).toBeGreaterThan(5)
    const url = await startServer()
    for (const line of lines) {
      const { code, err } = await runIn(folder, ...words(line).slice(2), '--url', url)
      // A list with nothing in it is said to be so.
      const problem = err.replace(/^No \w+\.\n$/, '')
      expect({ line, code, problem }).toEqual({ line, code: 0, problem: '' })
    }
  })

  it.skipIf(lacks('curl')).each(requests)('answers: %s', async (line) => {
    const here = line.replace('http://127.0.0.1:8080', await urlOfServer())
    expect(here).not.toBe(line)
    const curl = ['--silent', '--fail', ...words(here).slice(1)]
    const { stdout } = await call('curl', curl, { maxBuffer: 2 ** 26 })
    expect(JSON.parse(stdout)).toBeTruthy()
  })

  it.skipIf(lacks('git')).each(clones)('clones: %s', async (line) => {
    const here = line.replace('127.0.0.1:8080', new URL(await urlOfServer()).host)
    expect(here).not.toBe(line)
    await call('git', words(here).slice(1), { cwd: folder })
    const name = /([^/]+)\.git$/.exec(line)?.[1] ?? ''
    expect(existsSync(join(folder, name, '.git/HEAD'))).toBe(true)
  })
})

it('stays short: what is generated stands in docs/', () => {
  expect(new TextEncoder().encode(readme).length).toBeLessThanOrEqual(15 * 1024)
})
