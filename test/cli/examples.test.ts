import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCommandLine } from '../../src/cli/command-line.ts'
import { loadCommands } from '../../src/cli/commands.ts'
import { root } from '../package/root.ts'
import { type Finished, type Running, start, startProgram } from './command.ts'

const commands = await loadCommands()
const folder = mkdtempSync(join(tmpdir(), 'forgery-examples-'))
let server: Running
let url = ''
beforeAll(async () => {
  server = start(['serve', '--port', '0', '--seed', 'demo', '--json'])
  const [line] = await server.until(/^.*\n/)
  url = JSON.parse(line).url
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  server.process.kill()
  await server.finished
})

const examplesOf = (name: string) =>
  commands.flatMap((one) => (one.name === name ? one.examples.map(([line]) => line) : []))

/** Runs lines in a shell, in which `forgery` is the built one; it ends with the first that fails. */
function inShell(...lines: readonly string[]): Promise<Finished> {
  const forgery = `forgery() { "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"; }`
  const script = ['set -e', forgery, ...lines].join('\n')
  return startProgram('sh', ['-c', script], folder, { FORGERY_URL: url }).finished
}

it.each(['advance', 'world', 'snapshot', 'faults'])(
  'the examples of `forgery help %s` work one after the other, beside the demo world',
  async (name) => {
    // What was saved and restored has no changes, which is said beside the output.
    const err = name === 'snapshot' ? 'No changes.\n' : ''
    expect(await inShell(...examplesOf(name))).toMatchObject({ code: 0, err })
  },
)

it('the examples of `forgery help reset` work where there is the world that they name', async () => {
  const lines = ['forgery world create checkout', ...examplesOf('reset')]
  expect(await inShell(...lines)).toMatchObject({ code: 0, err: '' })
})

it.each(examplesOf('init').filter((line) => !line.includes('&&')))(
  'works in an empty folder: %s',
  async (line) => {
    expect(await inShell(line)).toMatchObject({ code: 0, err: '' })
  },
)

const all = commands.flatMap(({ examples }) => examples.map(([line]) => line))
const wordsOf = (line: string) =>
  (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', ''))

it.each(all)('is understood: %s', async (example) => {
  for (const line of example.split(/ && | \| less/).filter((one) => one !== '')) {
    const [program, ...words] = wordsOf(line)
    expect(program).toBe('forgery')
    expect(await readCommandLine(words)).toMatchObject({ kind: 'run' })
  }
})

it.each(all.filter((line) => /^forgery (verify|compare|record) /.test(line)))(
  'says whose token it needs: %s',
  (line) => {
    expect(line).toContain(' --token ')
  },
)
