import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { readBaseUrl } from '../../contract/base-paths.ts'
import { visibleText } from '../../shared/visible-text.ts'
import {
  CannotVerify,
  type CleanUpOptions,
  findLeftovers,
  type LeftBehind,
  type Leftovers,
} from '../../verify/index.ts'
import { readJournal } from '../../verify/sandbox/journal.ts'
import { counted, type OptionValues, optionalText, UsageError } from '../command.ts'
import { apiOption, serverUrl } from '../server-options.ts'
import { ask, checkTerminal } from './ask.ts'
import { leftJournals } from './verify-journal.ts'
import { readConnectionOptions } from './verify-options.ts'

/**
 * Runs `forgery verify --clean-up`: removes and restores what runs left behind, by the named journal, else by the
 * journals in this folder and by the names that runs use. The exit status is 1 where something could not be undone.
 */
export async function runCleanUp(values: OptionValues): Promise<void> {
  const { url, journals } = readTargets(values)
  const left: LeftBehind[] = []
  let found = 0
  for (const file of journals) {
    const text = readText(file)
    const journal = { text, append: (line: string) => appendFileSync(file, `${line}\n`) }
    const remaining = await undo(values, { ...(url === undefined ? {} : { url }), journal })
    found += remaining.found
    left.push(...remaining.left)
    if (remaining.left.length === 0) rmSync(file)
  }
  const isNamed = optionalText(values, 'clean-up') || optionalText(values, 'journal')
  if (!isNamed && url !== undefined) {
    const remaining = await undo(values, { url })
    found += remaining.found
    left.push(...remaining.left)
  }
  if (found === 0 && left.length === 0) process.stdout.write('No run left anything.\n')
  else if (left.length === 0) process.stdout.write('Everything is removed and put back.\n')
  else {
    const lines = left.map(
      ({ kind, name, reason }) => `  ${kind} ${visibleText(`${name}: ${reason}`)}\n`,
    )
    process.stdout.write(`Could not be undone:\n${lines.join('')}`)
    process.exitCode = 1
  }
}

interface Targets {
  readonly url?: string
  readonly journals: readonly string[]
}

function readTargets(values: OptionValues): Targets {
  const url = optionalText(values, 'url') === undefined ? undefined : serverUrl(values)
  const named = optionalText(values, 'clean-up') || optionalText(values, 'journal')
  const ofUrl = url === undefined ? {} : { url }
  if (named) return { ...ofUrl, journals: [named] }
  const journals = leftJournals('.').filter((file) => isOf(file, url))
  if (url !== undefined || journals.length > 0) return { ...ofUrl, journals }
  throw new UsageError(
    'There is no journal here: name one, `forgery verify --clean-up FILE`, or give the URL of the server.',
  )
}

/** Whether a file is the journal of a run on a server, or on any server where no URL is given. */
function isOf(file: string, url: string | undefined): boolean {
  try {
    return url === undefined || readBaseUrl(readJournal(readText(file)).url) === readBaseUrl(url)
  } catch {
    return false
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The journal ${file} cannot be read: ${reason}.`)
  }
}

/** Shows what was left behind, asks for confirmation, and removes it. */
async function undo(
  values: OptionValues,
  target: Pick<CleanUpOptions, 'url' | 'journal'>,
): Promise<{ readonly found: number; readonly left: readonly LeftBehind[] }> {
  try {
    const leftovers = await findLeftovers({
      ...readConnectionOptions(values),
      ...(target.journal ? {} : { api: apiOption(values) }),
      ...target,
    })
    const { items } = leftovers
    if (items.length > 0) {
      process.stdout.write(describeLeftovers(leftovers))
      if (values.yes !== true) {
        checkTerminal(`This writes to ${leftovers.url}`)
        await ask('Remove it and put it back?')
      }
    }
    return { found: items.length, left: await leftovers.undo() }
  } catch (error) {
    throw error instanceof CannotVerify ? new UsageError(error.message) : error
  }
}

function describeLeftovers({ url, items }: Leftovers): string {
  const lines = items.map(({ kind, name }) => `  ${kind} ${visibleText(name)}\n`)
  return `Left on ${url}: ${counted(items.length, 'items')}\n${lines.join('')}`
}
