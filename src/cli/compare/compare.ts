import { randomInt } from 'node:crypto'
import { coloursFor } from '../../adapters/server/colours.ts'
import {
  CannotVerify,
  type CompareOptions,
  type ComparisonSummary,
  compare,
  compareReport,
} from '../../verify/compare/index.ts'
import { type Command, type OptionValues, optionalText, UsageError } from '../command.ts'
import { header, insecure, timeout, token, url } from '../server-options.ts'
import { ask, checkTerminal } from '../verify/ask.ts'
import { runCleanUp } from '../verify/clean-up.ts'
import { hookUrl, receiveDeliveries, receivesDeliveries } from '../verify/hook-deliveries.ts'
import { onInterrupt } from '../verify/interruption.ts'
import { defaultJournalPath, openJournalFile } from '../verify/verify-journal.ts'
import { describePlan } from '../verify/write-plan.ts'
import { readCompareOptions } from './compare-options.ts'
import { showCompareProgress } from './compare-progress.ts'
import { readKept } from './kept.ts'

/** The options of `forgery compare`. */
export const compareCommand: Command = {
  name: 'compare',
  summary: 'Find where a real server answers otherwise than a forge.',
  details: [
    'Histories of calls are made on the server and on a forge in this process, in the same order, and each',
    'answer is compared whole: status, documented headers and body, with the ids, times and secrets of one',
    'standing for those of the other. They begin with all parts of the API, some 31,000 calls. What each',
    'check and story of `forgery verify` calls follows in an order drawn from the seed, and after every',
    'three of these a random history, in which each write is followed by the reads that show it. With',
    '--time there are as many as it allows;',
    'with --runs so many random histories alone. A difference is traced to the fewest calls that show it.',
    'What the contract leaves open is no difference from it, and is listed apart.\n\nEverything is made in',
    'groups, projects and users of the run, and removed after each history.',
    'Ends with 0 where nothing differs from the contract, 1 where something does or the run was interrupted,',
    'and 2 where it could not run.',
  ].join('\n'),
  argument: 'url',
  options: {
    url: { ...url, isRequired: false },
    token: token('A token of an administrator'),
    runs: {
      type: 'string',
      placeholder: 'NUMBER',
      summary:
        'How many random histories, and none of what verify calls: --seed with --runs 1 is one again.',
    },
    time: {
      type: 'string',
      placeholder: 'SECONDS',
      summary: 'For how long histories are begun; random ones when the others are over.',
    },
    seed: {
      type: 'string',
      placeholder: 'NUMBER',
      summary:
        'What the histories and their order are drawn from: the same number draws the same ones.',
    },
    instance: {
      type: 'boolean',
      summary: 'Write what is instance-wide, too: settings of the instance, system hooks.',
    },
    'hook-url': hookUrl,
    baseline: {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'Differences that are known: they are not reported again, and those that are gone are named.',
    },
    keep: {
      type: 'string',
      placeholder: 'KIND=FILE',
      isRepeatable: true,
      summary:
        'Keep the differences: report=FILE as JSON, baseline=FILE, test=FILE for vitest, or script=FILE, one for each with its number.',
    },
    journal: {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'Where each write is noted before it is sent. Left out, in this folder, and removed when nothing is left on the server.',
    },
    'clean-up': {
      type: 'string',
      placeholder: 'FILE',
      isValueOptional: true,
      summary:
        'Remove and put back what a run left that was killed, by its journal; without one, whatever has a name that runs give.',
    },
    plan: {
      type: 'boolean',
      summary: 'Print what would be made and changed, how much and for how long, and send nothing.',
    },
    yes: { type: 'boolean', summary: 'Do not ask before writing to the server.' },
    patience: {
      type: 'string',
      placeholder: 'SECONDS',
      default: '5',
      summary: 'How long what the server does in the background is waited for.',
    },
    rate: { type: 'string', placeholder: 'NUMBER', summary: 'Most requests a second.' },
    concurrency: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '4',
      summary: 'How many histories at once.',
    },
    timeout: timeout(15),
    header,
    insecure,
  },
  examples: [
    [
      'forgery compare https://forge.example.com --token TOKEN',
      'asks, then calls all that verify calls, and random histories',
    ],
    [
      'forgery compare https://forge.example.com --token TOKEN --time 600 --keep baseline=known.json',
      'for ten minutes, and keeps what it found',
    ],
    [
      'forgery compare http://127.0.0.1:8080 --token root-token --yes --baseline known.json',
      'reports what is new',
    ],
    [
      'forgery compare http://127.0.0.1:8080 --token root-token --yes --seed 12 --runs 1 --keep script=difference.sh',
      'one history again, and its differences as scripts',
    ],
  ],
  run: runCompare,
}

/** The number of histories in the plan of a run with more. */
const PLANNED_HISTORIES = 20

/** Compares a server; the exit status is 1 where a difference violates the contract. */
export async function runCompare(values: OptionValues): Promise<void> {
  if (values['clean-up'] !== undefined) return runCleanUp(values)
  const isPlan = values.plan === true
  const given = readCompareOptions(isPlan ? { ...values, token: values.token ?? 'none' } : values)
  // The plan must have the same histories as the run after it.
  const options = { ...given, seed: given.seed ?? randomInt(1_000_000) }
  const keep = readKept(values)
  const path = optionalText(values, 'journal')
  const journal = openJournalFile(path ?? defaultJournalPath([]))
  if (isPlan) {
    process.stdout.write(await describeComparison(options, journal.path, values))
    return
  }
  if (values.insecure === true) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  if (values.yes !== true) {
    checkTerminal(`This writes to ${options.url}`)
    process.stdout.write(`${await describeComparison(options, journal.path, values)}\n`)
    await ask('Go on?')
  }
  const hooks = await receiveDeliveries(options, values)
  const interruption = new AbortController()
  const stopListening = onInterrupt(journal, () => interruption.abort())
  const progress = showCompareProgress(process.stderr)
  try {
    const summary = await compare({
      ...options,
      ...(hooks ? { hookReceiver: hooks } : {}),
      signal: interruption.signal,
      journal: journal.append,
      onProgress: progress.show,
    }).finally(progress.end)
    process.stdout.write(compareReport(summary, coloursFor(process.stdout)))
    for (const write of keep) await write(summary)
    process.exitCode = isEqual(summary) ? 0 : 1
    journal.close()
    if (journal.isEmpty) return
    if (summary.leftBehind.length > 0) {
      process.stdout.write(
        `\`forgery compare --clean-up ${journal.path}\` tries again to undo that.\n`,
      )
    } else if (path === undefined) journal.remove()
  } catch (error) {
    throw error instanceof CannotVerify ? new UsageError(error.message) : error
  } finally {
    hooks?.close()
    stopListening()
  }
}

const isEqual = ({ differences, wasInterrupted }: ComparisonSummary) =>
  differences.length === 0 && !wasInterrupted

/** Describes what the histories will create and change, by running them on a forge in this process. */
function describeComparison(
  options: CompareOptions,
  journal: string,
  values: OptionValues,
): Promise<string> {
  const { seed = 0, instance, runs, time } = options
  const which =
    runs !== undefined
      ? `${runs} such histories write it`
      : time !== undefined
        ? `the first ${PLANNED_HISTORIES} of as many histories as ${time / 1000} s allow write it`
        : `the first ${PLANNED_HISTORIES} of about 160 histories write it`
  const head = `What \`forgery compare\` writes to ${options.url}, as ${which} to a forge in this process, without the calls that trace a difference:`
  const enough = new AbortController()
  const receives = receivesDeliveries(options, values)
  return describePlan(head, options, journal, ({ hookReceiver, ...server }) =>
    compare({
      ...server,
      ...(receives ? { hookReceiver } : {}),
      ...{ seed, concurrency: 1 },
      ...(instance ? { instance } : {}),
      ...(runs === undefined
        ? {
            signal: enough.signal,
            onProgress: ({ histories }) => {
              if (histories >= PLANNED_HISTORIES) enough.abort()
            },
          }
        : { runs }),
    }),
  )
}
