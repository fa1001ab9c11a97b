#!/usr/bin/env node
import { version } from '../../package.json'
import { readCommandLine, UsageError } from './command-line.ts'
import { endWithParent, isRunAlone } from './end-with-parent.ts'
import { commandHelp, generalHelp } from './help.ts'

/** Runs the command line. The exit status is 0 on success, 1 on failure, 2 on a usage error. */
async function main(words: readonly string[]): Promise<void> {
  const line = await readCommandLine(words)
  switch (line.kind) {
    case 'help':
      return print(line.command ? commandHelp(line.command) : await generalHelp())
    case 'version':
      return print(version)
    case 'run':
      if (line.values['end-with-parent'] || isRunAlone(process.env)) endWithParent()
      return line.command.run(line.values)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

// A reader that closes the pipe early (`forgery seed | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

/** Settled when the command has ended, since a test runs many of them in one process (`test/cli/command-host.mjs`). */
export const ended = main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`forgery: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
