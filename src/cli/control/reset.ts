import type { Command } from '../command.ts'
import { forgeOf, print, worldOptions } from './connection.ts'

export const resetCommand: Command = {
  name: 'reset',
  summary: 'Take a world of a running server back to its beginning.',
  details: 'Its clock, faults and journals as well; snapshots stay.',
  options: worldOptions,
  examples: [
    ['forgery reset', 'the default world'],
    ['forgery reset --world checkout', 'another one'],
  ],
  async run(values) {
    await forgeOf(values).reset()
    print(values, { status: 'reset' }, ['The world is back at its beginning.'])
  },
}
