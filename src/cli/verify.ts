import { createInterface } from 'node:readline/promises'
import { setFlagsFromString } from 'node:v8'
import { CannotVerify, type VerifyOptions, verify } from '../verify/index.ts'
import { textReport } from '../verify/reports/index.ts'
import { coloursFor } from './colours.ts'
import { type OptionValues, repeatedOption, UsageError } from './command.ts'
import { readVerifyOptions } from './verify-options.ts'
import { showProgress } from './verify-progress.ts'
import { exitCodeOf, readReports } from './verify-reports.ts'

/** Verifies a server; the exit status is 1 where something failed, and 2 where nothing was tested. */
export async function runVerify(values: OptionValues): Promise<void> {
  const options = readVerifyOptions(values)
  const reports = readReports(repeatedOption(values, 'report'))
  if (values.insecure === true) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  if (!options.readOnly && values.yes !== true) await confirm(options)
  const interruption = new AbortController()
  const stopListening = onInterrupt(() => interruption.abort())
  // A run allocates much and keeps little; left alone, the heap grows to several times what is in use.
  setFlagsFromString('--heap-growing-percent=10')
  try {
    const progress = showProgress(process.stderr)
    const { signal } = interruption
    const run = verify({ ...options, signal, onProgress: progress.show })
    const summary = await run.summary.finally(progress.end)
    process.stdout.write(textReport(summary, coloursFor(process.stdout)))
    for (const write of reports) write(summary)
    process.exitCode = exitCodeOf(summary)
  } catch (error) {
    throw error instanceof CannotVerify ? new UsageError(withAdvice(error.message)) : error
  } finally {
    stopListening()
  }
}

/** A certificate that nobody vouches for is common where a server is tried out. */
function withAdvice(message: string): string {
  return /certificate/i.test(message) ? `${message} --insecure accepts any certificate.` : message
}

/** Asks before anything is written; throws a UsageError where nobody can be asked, or the answer is no. */
async function confirm({ url }: VerifyOptions): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(
      `This writes to ${url}, and there is no terminal to ask on: add --yes, or --read-only to write nothing.`,
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `This creates users, groups and projects on ${url}, and removes them at the end. Go on? [y/N] `,
  )
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was sent.')
}

/** The first Ctrl+C ends the run, which cleans up; the second ends the command at once. */
function onInterrupt(interrupt: () => void): () => void {
  let isInterrupted = false
  const listener = () => {
    if (isInterrupted) process.exit(130)
    isInterrupted = true
    process.stderr.write(
      'Interrupted: what was made is being removed. Ctrl+C once more ends at once.\n',
    )
    interrupt()
  }
  process.on('SIGINT', listener)
  process.on('SIGTERM', listener)
  return () => {
    process.off('SIGINT', listener)
    process.off('SIGTERM', listener)
  }
}
