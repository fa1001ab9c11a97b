import type { Command } from '../command.ts'
import { forgeOf, print, worldOptions } from './connection.ts'

export const unhandledCommand: Command = {
  name: 'unhandled',
  summary: 'Show what a running server was asked for that is not served.',
  details:
    'Each such request once, with the operation that was meant. Ends with 1 where there is one, and with 0 where there is none.',
  options: worldOptions,
  examples: [['forgery unhandled', 'after a suite, for a pipeline']],
  async run(values) {
    const problem = await forgeOf(values).unhandled()
    print(values, { problem }, problem === null ? [] : [problem])
    if (problem !== null) process.exitCode = 1
    else if (!values.json) process.stderr.write('No unhandled requests.\n')
  },
}
