import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isRunAlone } from '../../src/cli/end-with-parent.ts'
import { installAlone } from '../package/installed.ts'
import { type Running, startProgram } from './command.ts'

const scripts = {
  serve: 'forgery serve --port 0 --json empty',
  beside: 'forgery serve --port 0 --json empty & sleep 3',
}

let folder: string
beforeAll(async () => {
  folder = await installAlone()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const running: Running[] = []
afterEach(() => {
  for (const { process: leader } of running.splice(0)) {
    try {
      process.kill(-(leader.pid ?? 0), 'SIGKILL')
    } catch {
      // Nobody of the group is left.
    }
  }
})

/** A program as a terminal starts it: nothing of who runs the tests. */
function startHere(program: string, ...words: string[]): Running {
  const own = Object.keys(process.env).filter((name) => name.startsWith('npm_'))
  const environment = Object.fromEntries(own.map((name) => [name, undefined]))
  const started = startProgram(program, words, folder, environment, true)
  running.push(started)
  return started
}

async function urlOf(started: Running): Promise<string> {
  const [line] = await started.until(/^\{.*\}$/m)
  return JSON.parse(line).url
}

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const longerThanItIsLookedFor = () => new Promise((resolve) => setTimeout(resolve, 1500))

describe('a server that a package manager runs', () => {
  it.each([
    ['npx', ['forgery', 'serve', '--port', '0', '--json', 'empty']],
    ['npm', ['run', '--silent', 'serve']],
  ] as const)('ends with it: %s %j', async (program, words) => {
    const started = startHere(program, ...words)
    const url = await urlOf(started)
    await longerThanItIsLookedFor()
    expect(await isUp(url)).toBe(true)
    started.process.kill('SIGTERM')
    await expect.poll(() => isUp(url)).toBe(false)
  })

  it('ends on Ctrl+C, which all of them receive', async () => {
    const started = startHere('npx', 'forgery', 'serve', '--port', '0', '--json', 'empty')
    const url = await urlOf(started)
    process.kill(-(started.process.pid ?? 0), 'SIGINT')
    await expect.poll(() => isUp(url)).toBe(false)
  })

  it('lives on where npx does, though the shell that started that has ended', async () => {
    const line = 'npx forgery serve --port 0 --json empty & sleep 3'
    const shell = startHere('sh', '-c', line)
    const url = await urlOf(shell)
    await expect.poll(() => shell.process.exitCode).toBe(0)
    await longerThanItIsLookedFor()
    expect(await isUp(url)).toBe(true)
  })

  it('lives on where a script starts it beside others', async () => {
    const script = startHere('npm', 'run', '--silent', 'beside')
    const url = await urlOf(script)
    await expect.poll(() => script.process.exitCode).toBe(0)
    await longerThanItIsLookedFor()
    expect(await isUp(url)).toBe(true)
  })
})

it('is the same for a proxy', async () => {
  const started = startHere('npx', 'forgery', 'proxy', 'http://127.0.0.1:9', '--port', '0')
  const [, url = ''] = await started.until(/(http:\S+) passes on to/)
  started.process.kill('SIGTERM')
  await expect.poll(() => isUp(url)).toBe(false)
})

it.each([
  ['forgery', true],
  ["'forgery'", true],
  ['"forgery"', true],
  ['forgery serve --port 8081', true],
  ['forgery serve &', false],
  ['forgery serve & vitest', false],
  ['forgery serve; vitest', false],
  ['forgery serve | tee log', false],
  ['forgery-like serve', false],
  ['node start.js', false],
  ['', false],
])('%j is forgery and nothing else: %s', (script, isAlone) => {
  expect(isRunAlone({ npm_lifecycle_script: script })).toBe(isAlone)
  expect(isRunAlone({})).toBe(false)
})
