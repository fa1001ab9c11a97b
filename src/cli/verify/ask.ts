import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command.ts'

/**
 * Asks before anything is written; throws a UsageError where nobody can be asked, with what `--yes` is then
 * for, or the answer is no.
 */
export async function ask(question: string, purpose: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(`There is no terminal to ask on: add --yes ${purpose}.`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was written.')
}
