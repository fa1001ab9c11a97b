import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command.ts'

/** Throws a UsageError where no terminal is available for a confirmation. */
export function checkTerminal(what: string, alternative = ''): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return
  throw new UsageError(`${what}, and there is no terminal to ask on: add --yes${alternative}.`)
}

/** Asks for confirmation before anything is written; throws a UsageError where it is denied. */
export async function ask(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was written.')
}
