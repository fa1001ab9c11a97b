import { setFlagsFromString } from 'node:v8'
import { coloursFor } from '../../adapters/server/colours.ts'
import { judgedApis } from '../../verify/contract/judged-api.ts'
import { CannotVerify, type VerifyOptions, verify } from '../../verify/index.ts'
import { compareWith, textReport } from '../../verify/reports/index.ts'
import {
  COMPARISON_SECONDS,
  FORGE_COMPARISON,
  QUICK_RESPONSE,
} from '../../verify/run/forge-comparison.ts'
import {
  type Command,
  type OptionValues,
  optionalText,
  repeatedOption,
  UsageError,
} from '../command.ts'
import { exitCodeOf, readReports } from '../reports.ts'
import {
  api,
  baseline,
  header,
  insecure,
  report,
  strict,
  timeout,
  token,
  url,
} from '../server-options.ts'
import { ask, checkTerminal } from './ask.ts'
import { runCleanUp } from './clean-up.ts'
import { hookUrl, receiveDeliveries, receivesDeliveries } from './hook-deliveries.ts'
import { onInterrupt } from './interruption.ts'
import { defaultJournalPath, type JournalFile, openJournalFile } from './verify-journal.ts'
import { readBaselineFile, readVerifyOptions } from './verify-options.ts'
import { showProgress } from './verify-progress.ts'
import { describeWrites } from './write-plan.ts'

/** The options of `forgery verify`. */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Hold a real server to the contract.',
  details: [
    'Every operation is called, on users, groups and projects that are made for it and removed at the end',
    '(with --read-only on what is there, by GET alone). Ends with 0 where all passed, 1 where something',
    'failed or the run was interrupted, and 2 where it could not run, not to its end, or could test nothing.',
    '',
    'Of v3 all is checked. Of v4 (--api v4, or a URL that ends with its path) those checks run that follow from',
    'the contract alone: statuses, schemas, authentication, pages, parameters and what is read back, and no',
    'stories of what one call does to another. What is instance-wide is never written through v4.',
    '',
    `A server that takes at most ${QUICK_RESPONSE} ms to respond is then compared with a forge, call by call, for at most`,
    `${COMPARISON_SECONDS} s. --skip "${FORGE_COMPARISON}" leaves that out, and --only runs it alone, to its end.`,
  ].join('\n'),
  argument: 'url',
  options: {
    url: { ...url, isRequired: false },
    api,
    token: token('A token of an administrator'),
    'user-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A token of a plain user, for a server where administrators create none.',
    },
    'oauth-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'An OAuth 2 token; kinds of credentials that are not given are not tested.',
    },
    'read-user-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A personal access token with the scope read_user alone.',
    },
    'revoked-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A personal access token that was revoked.',
    },
    session: {
      type: 'string',
      placeholder: 'VALUE',
      summary: 'The value of the cookie _service_session of somebody signed in.',
    },
    'password-pattern': {
      type: 'string',
      placeholder: 'PATTERN',
      summary:
        'How passwords look that the server takes, where it does not say: a, A and 0 stand for any letter, capital and digit.',
    },
    instance: {
      type: 'boolean',
      summary: 'Write what is instance-wide, too: settings of the instance, system hooks.',
    },
    journal: {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'Where each write is noted before it is sent. Left out, beside the reports, and removed when nothing is left on the server.',
    },
    'clean-up': {
      type: 'string',
      placeholder: 'FILE',
      isValueOptional: true,
      summary:
        'Remove and put back what a run left that was killed, by its journal; without one, whatever has a name that runs give.',
    },
    'keep-failed': {
      type: 'boolean',
      summary: 'Leave on the server what failures stand on; --clean-up removes it.',
    },
    'read-only': { type: 'boolean', summary: 'Send GET requests alone.' },
    projects: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '5',
      summary: 'How many projects --read-only reads.',
    },
    plan: {
      type: 'boolean',
      summary: 'Print what would be made and changed, how much and for how long, and send nothing.',
    },
    yes: { type: 'boolean', summary: 'Do not ask before writing to the server.' },
    only: {
      type: 'string',
      placeholder: 'NAME',
      isRepeatable: true,
      summary: 'A resource, an operation or a story; several with commas or once more.',
    },
    skip: {
      type: 'string',
      placeholder: 'NAME',
      isRepeatable: true,
      summary: 'The same, to leave out.',
    },
    rate: { type: 'string', placeholder: 'NUMBER', summary: 'Most requests a second.' },
    concurrency: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '8',
      summary: 'How many requests at once.',
    },
    timeout: timeout(15),
    header,
    insecure,
    strict,
    baseline,
    'compare-with': {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'A JSON report; says which of its failures are gone, still there, and which are new.',
    },
    report,
    'against-forge': {
      type: 'boolean',
      summary: 'Compare with a forge instead, call by call: what `forgery compare` does.',
    },
    'hook-url': hookUrl,
  },
  examples: [
    ['forgery verify https://forge.example.com --token TOKEN', 'asks, then checks everything'],
    ['forgery verify https://forge.example.com --api v4 --token TOKEN', 'the same of v4'],
    [
      'forgery verify https://forge.example.com --token TOKEN --read-only',
      'on a server that others use',
    ],
    [
      'forgery verify http://127.0.0.1:8080 --token root-token --yes --only Issues',
      'one resource, without asking',
    ],
    [
      'forgery verify http://127.0.0.1:8080 --token root-token --yes --report junit=report.xml',
      'for a pipeline',
    ],
  ],
  run: runVerify,
}

/**
 * The options that only apply to judging. A comparison refuses them, since ignoring one silently could cause unwanted
 * writes.
 */
const ofJudgingAlone = [
  'read-only',
  'only',
  'skip',
  'strict',
  'keep-failed',
  'report',
  'compare-with',
]

function checkIsForCompare(values: OptionValues): void {
  const given = ofJudgingAlone.find((name) => values[name] !== undefined && values[name] !== false)
  if (given === undefined) return
  throw new UsageError(
    `--against-forge compares and takes no --${given}: see \`forgery compare --help\`.`,
  )
}

/** Verifies a server; the exit status is 1 where something failed, and 2 where nothing was tested. */
async function runVerify(values: OptionValues): Promise<void> {
  if (values['against-forge'] === true) {
    checkIsForCompare(values)
    return (await import('../compare/compare.ts')).runCompare(values)
  }
  if (values['clean-up'] !== undefined) return runCleanUp(values)
  const earlierFile = optionalText(values, 'compare-with')
  const earlier =
    earlierFile === undefined ? undefined : readBaselineFile('compare-with', earlierFile)
  const isPlan = values.plan === true
  const options = readVerifyOptions(isPlan ? { ...values, token: values.token ?? 'none' } : values)
  const reports = readReports(repeatedOption(values, 'report'))
  const path = optionalText(values, 'journal')
  const journal = openJournalFile(path ?? defaultJournalPath(repeatedOption(values, 'report')))
  if (isPlan) {
    process.stdout.write(
      await describeWrites(options, journal.path, receivesDeliveries(options, values)),
    )
    return
  }
  if (values.insecure === true) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  if (!options.readOnly && values.yes !== true) await confirm(options, journal, values)
  const { scope } = judgedApis[options.api ?? 'v3']
  if (scope) process.stdout.write(`${scope}\n`)
  const hooks = await receiveDeliveries(options, values)
  const interruption = new AbortController()
  const stopListening = onInterrupt(journal, () => interruption.abort())
  // A run allocates much and retains little; by default the heap would grow to several times the live size.
  setFlagsFromString('--heap-growing-percent=25')
  try {
    const progress = showProgress(process.stderr)
    const { signal } = interruption
    const run = verify({
      ...options,
      ...(hooks ? { hookReceiver: hooks } : {}),
      signal,
      journal: journal.append,
      onProgress: progress.show,
    })
    const judged = await run.summary.finally(progress.end)
    const summary = earlier ? compareWith(judged, earlier) : judged
    process.stdout.write(textReport(summary, coloursFor(process.stdout)))
    for (const write of reports) write(summary)
    process.exitCode = exitCodeOf(summary)
    journal.close()
    if (journal.isEmpty) return
    if (summary.leftBehind.length > 0) {
      process.stdout.write(
        `\`forgery verify --clean-up ${journal.path}\` tries again to undo that.\n`,
      )
    } else if (path === undefined) journal.remove()
  } catch (error) {
    throw error instanceof CannotVerify ? new UsageError(withAdvice(error.message)) : error
  } finally {
    hooks?.close()
    stopListening()
  }
}

/** Adds a hint about --insecure, since self-signed certificates are common on test servers. */
export function withAdvice(message: string): string {
  return /certificate/i.test(message) ? `${message} --insecure accepts any certificate.` : message
}

/**
 * Asks for confirmation before anything is written; throws a UsageError where there is no terminal, or it is denied.
 */
async function confirm(
  options: VerifyOptions,
  { path }: JournalFile,
  values: OptionValues,
): Promise<void> {
  checkTerminal(`This writes to ${options.url}`, ', or --read-only to write nothing')
  process.stdout.write(
    `${await describeWrites(options, path, receivesDeliveries(options, values))}\n`,
  )
  await ask('Go on?')
}
