import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandNames } from '../../src/cli/commands.ts'
import { root } from '../package/root.ts'
import { run, start } from './command.ts'

it.each([['--help'], ['-h'], ['help'], [], ['help', 'help'], ['help', '--help'], ['--help', '-h']])(
  'shows the commands with an example each: %s',
  async (...words) => {
    const { code, out, err } = await run(...words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^ {2}serve +Serve a forge over HTTP\.$/m)
    expect(out).toMatch(/^ {2}seed +Write a large world/m)
    expect(out).toMatch(/^ {2}forgery serve\n {6}the demo world/m)
  },
)

it.each([
  ['help', 'serve'],
  ['serve', '--help'],
  ['--help', 'serve'],
])('shows the options of a command with their defaults: %s %s', async (...words) => {
  const { code, out } = await run(...words)
  expect(code).toBe(0)
  for (const option of ['--port PORT', '--host HOST', '--seed WORLD', '--quiet', '--json']) {
    expect(out).toContain(` ${option} `)
  }
  expect(out).toContain('  -p, --port PORT')
  expect(out).toContain('forgery serve [OPTIONS] [WORLD]')
  expect(out).toContain('(default: 8080)')
  expect(out).toContain('(default: 127.0.0.1)')
})

it('says which actions take an option', async () => {
  const out = (await run('help', 'requests')).out.replace(/\n {20,}/g, ' ')
  expect(out).toMatch(/^ {2}--timeout .* For wait\.$/m)
  expect(out).toMatch(/^ {2}--operation .* For list, find and wait\.$/m)
  expect(out).toMatch(/^ {2}--json +Print the answer as JSON\.$/m)
})

it.each(['', ...commandNames])('fits into 80 columns: forgery help %s', async (name) => {
  const { out } = await run('help', ...[name].filter(Boolean))
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
})

it('goes on in the next line with a command line that is too long, as a shell reads it', async () => {
  const { out } = await run('help', 'verify')
  expect(out).toContain(
    [
      '  forgery verify http://127.0.0.1:8080 --token root-token --yes \\',
      '    --report junit=report.xml',
      '      for a pipeline',
    ].join('\n'),
  )
})

it('says how long a control token is', async () => {
  const out = (await run('help', 'serve')).out.replace(/\n {20,}/g, ' ')
  expect(out).toMatch(/--control-token TOKEN .*8 characters or more/)
})

it('colours nothing where there is no terminal', async () => {
  expect((await run('--help')).out).not.toContain('\u001b')
})

it('prints its version', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect((await run('--version')).out).toBe(`${version}\n`)
})

it.each([
  [['sevre'], 'There is no command "sevre"; did you mean "serve"? The commands are serve, seed'],
  [['unknown'], 'There is no command "unknown". The commands are serve, seed'],
  [['--port', '1'], 'There is no option "--port". The commands are serve, seed'],
  [['help', 'me'], 'There is no command "me"'],
  [['help', 'serve', 'seed'], '"seed" is one word too many. `forgery help serve` says more of it.'],
  [['--version', 'serve'], '"serve" is one word too many. `forgery --version` takes none.'],
  [
    ['serve', '--prot', '1'],
    'There is no option --prot; did you mean "--port"? `forgery help serve` lists what it takes.',
  ],
  [['serve', '--frobnicate=1'], 'There is no option --frobnicate. `forgery help serve` lists'],
  [['serve', '-x'], 'There is no option -x. `forgery help serve` lists what it takes.'],
  [['serve', '--port'], '--port needs a PORT after it. `forgery help serve` lists what it takes.'],
  [['serve', '--seed', '--quiet'], '--seed needs a WORLD after it. `forgery help serve`'],
  [['serve', '--quiet=yes'], '--quiet takes no value. `forgery help serve`'],
  [
    ['serve', '--max-worlds', '-1'],
    '--max-worlds takes a whole number from 0 to 1000000, not "-1"',
  ],
  [['serve', '-p', '-1'], '--port takes a whole number from 0 to 65535, not "-1".'],
  [['serve', 'demo', 'empty'], '"empty" is one word too many. `forgery help serve`'],
  [['serve', '--seed', 'demo', 'empty'], '"empty" is one word too many. `forgery help serve`'],
  [['seed', 'x'], '"x" is one word too many. `forgery help seed`'],
  [['serve', '--port', 'http'], '--port takes a whole number from 0 to 65535, not "http".'],
  [['serve', '--port', '65536'], '--port takes a whole number from 0 to 65535, not "65536".'],
  [['serve', '--as', 'built'], '--as takes "specified" or "released", not "built".'],
  [['seed', '--users', '0'], '--users takes a whole number from 1 to 100000, not "0".'],
])('says what to do about %j, and ends with 2', async (words, message) => {
  const { code, out, err } = await run(...words)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(`forgery: ${message}`)
  expect(err.trimEnd()).not.toContain('\n')
})

it('names the variable where that is wrong, and not the option', async () => {
  const { code, err } = await start(['serve'], undefined, undefined, { PORT: 'abc' }).finished
  expect(code).toBe(2)
  expect(err).toBe('forgery: $PORT takes a whole number from 0 to 65535, not "abc".\n')
})
