import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command.ts'

/** Throws a UsageError where nobody can be asked whether to do what is about to be done. */
export function checkTerminal(what: string, alternative = ''): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return
  throw new UsageError(`${what}, and there is no terminal to ask on: add --yes${alternative}.`)
}

/** Asks before anything is written; throws a UsageError where the answer is no. */
export async function ask(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was written.')
}
