import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import {
  type Administrator,
  CannotRecord,
  type Progress,
  possiblyPersonal,
  type RecordedWorld,
  record,
  replacePersonalData,
  withAdministrator,
} from '../../record/index.ts'
import type { Seed } from '../../seed/schema.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { CannotVerify } from '../../verify/index.ts'
import {
  counted,
  numberOption,
  type OptionValues,
  optionalText,
  repeatedOption,
  textOption,
  UsageError,
} from '../command.ts'
import { checkWritable } from '../reports.ts'
import { apiOption, serverUrl } from '../server-options.ts'
import { inWords, timeLeft } from '../time-left.ts'
import { readHeaders } from '../verify/verify-options.ts'
import { type JournalFile, openJournal } from './journal-file.ts'

/** Records a server; the responses are kept until the seed is written. */
export async function runRecord(values: OptionValues): Promise<void> {
  const options = readOptions(values)
  const scrubbed = repeatedOption(values, 'scrub').map(patternOf)
  const output = textOption(values, 'output')
  const state = optionalText(values, 'state') ?? `${output}.state`
  checkWritable(`--output ${output}`, output)
  checkWritable(`--state ${state}`, state)
  const journal = openOrExplain(state, options.url)
  const progress = createProgressLine(process.stderr, values.quiet === true)
  if (journal.found > 0)
    progress.note(`Going on with ${counted(journal.found, 'answers')} from ${state}.`)
  if (values.insecure === true) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const started = performance.now()
  const outcome = await record({ ...options, journal, onProgress: progress.show }).catch(
    (error: unknown) => {
      progress.end()
      throw explained(error, journal, state)
    },
  )
  const isKept = values['keep-personal-data'] === true
  const recorded = isKept ? outcome.world : await withoutPeople(outcome.world, scrubbed)
  const { world, administrator } = withAdministrator(recorded)
  writeSeed(output, world, options.url)
  journal.remove()
  progress.end()
  for (const [request, times] of outcome.refused) {
    progress.note(`  not to be read: ${request} (${counted(times, 'times')})`)
  }
  progress.note(
    `${counted(outcome.requests, 'requests')} in ${inWords(performance.now() - started)}; ${countsOf(world)} written to ${output}.`,
  )
  if (!isKept) {
    const left = possiblyPersonal(world).map(({ what, count }) => `  ${what}: ${count}\n`)
    progress.note(
      `What may still be personal (--scrub PATTERN takes out what it finds):\n${left.join('')}`,
    )
  }
  progress.note(administratorLine(administrator))
}

/** Parses a regular expression of the command line; throws a UsageError where it is invalid. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'gu')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--scrub ${text} is no regular expression: ${reason}.`)
  }
}

/** Names the administrator of the seed and its token, which differ from those of the server. */
function administratorLine({ username, token, isAdded }: Administrator): string {
  const who = `${visibleText(username)}, with the token ${visibleText(token)}`
  if (!isAdded) return `Its administrator is ${who}.`
  return `The token showed no administrator, so one was added: ${who}.`
}

function readOptions(values: OptionValues) {
  const url = serverUrl(values)
  const token = optionalText(values, 'token') ?? process.env.FORGERY_TOKEN
  if (!token) throw new UsageError('Give a token: --token TOKEN, or the variable FORGERY_TOKEN.')
  return {
    url,
    api: apiOption(values),
    token,
    projects: repeatedOption(values, 'project'),
    rate: numberOption(values, 'rate', { least: 1, most: 10_000 }),
    concurrency: numberOption(values, 'concurrency', { least: 1, most: 100 }),
    timeout: 1000 * numberOption(values, 'timeout', { least: 1, most: 600 }),
    headers: readHeaders(repeatedOption(values, 'header')),
  }
}

function openOrExplain(state: string, url: string) {
  try {
    return openJournal(state, url)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Explains an error: one before the recording starts is a usage error; otherwise the responses are kept for the next
 * run.
 */
function explained(error: unknown, journal: JournalFile, state: string): unknown {
  if (!(error instanceof CannotVerify || error instanceof CannotRecord)) return error
  const isMistaken = /token|Check the URL|There is no project/.test(error.message)
  if (error instanceof CannotVerify || isMistaken || journal.kept() === 0) {
    if (journal.found === 0) journal.remove()
    return new UsageError(error.message)
  }
  return new Error(
    `${error.message} What was read is in ${state}: start the command again to go on.`,
  )
}

async function withoutPeople(
  world: RecordedWorld,
  scrubbed: readonly RegExp[],
): Promise<RecordedWorld> {
  const { createInventor } = await import('./inventor.ts')
  return replacePersonalData(world, createInventor(), scrubbed)
}

function writeSeed(output: string, world: RecordedWorld, url: string): void {
  const seed: Seed = world
  const text = output.endsWith('.json')
    ? `${JSON.stringify(seed, null, 2)}\n`
    : `# forgery record ${url}\n${stringify(seed, { lineWidth: 0, aliasDuplicateObjects: false })}`
  writeFileSync(output, text)
}

function countsOf({ records }: RecordedWorld): string {
  const counts = (['users', 'projects', 'issues', 'merge_requests', 'commits'] as const).map(
    (list) => counted(records[list]?.length ?? 0, list.replace('_', ' ')),
  )
  return counts.join(', ')
}

/** The interval of progress lines without a terminal, in milliseconds. */
const pause = 5000

/** Shows the progress of a long recording: a line that is overwritten on a terminal, else a line every few seconds. */
export interface ProgressLine {
  show(progress: Progress): void
  note(text: string): void
  /** Ends the overwritten line. */
  end(): void
}

export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  isQuiet: boolean,
  now = () => performance.now(),
): ProgressLine {
  let last = ''
  let written = Number.NEGATIVE_INFINITY
  const kindOf = (reading: string) => reading.split(' ')[0]
  return {
    show({ reading, requests, projects, remaining }) {
      if (isQuiet) return
      const isReadingProjects = projects && projects.completed < projects.total
      const of = isReadingProjects ? ` (${projects.completed} of ${projects.total} done)` : ''
      const left = isReadingProjects ? timeLeft(remaining, ', ') : ''
      if (stream.isTTY)
        stream.write(`\r\u001b[KReading ${reading}${of}: ${requests} requests${left}`)
      else if (kindOf(reading) !== kindOf(last) || now() - written >= pause) {
        written = now()
        stream.write(`Reading ${reading}${of}${left}\n`)
      }
      last = reading
    },
    note(text) {
      if (!isQuiet) stream.write(`${text}\n`)
    },
    end() {
      if (!isQuiet && stream.isTTY && last !== '') stream.write('\r\u001b[K')
    },
  }
}
