import { WriteStream } from 'node:tty'
import { afterEach, expect, it, vi } from 'vitest'
import { coloursFor } from '../../../src/adapters/server/colours.ts'

afterEach(() => vi.unstubAllEnvs())

const stream = (isTTY: boolean) => Object.assign(Object.create(WriteStream.prototype), { isTTY })

it('colours words on a terminal', () => {
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('TERM', 'xterm')
  expect(coloursFor(stream(true)).red('500')).toBe('\u001b[31m500\u001b[39m')
})

it.each([
  ['no terminal', false, {}],
  ['NO_COLOR', true, { NO_COLOR: '1' }],
  ['a dumb terminal', true, { TERM: 'dumb' }],
])('leaves them plain with %s', (_, isTTY, environment) => {
  const plain = { NO_COLOR: undefined, TERM: 'xterm', ...environment }
  for (const [name, value] of Object.entries(plain)) vi.stubEnv(name, value)
  expect(coloursFor(stream(isTTY)).red('500')).toBe('500')
})
