import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createJournal, type Journal, type RecordedAnswer } from '../../record/index.ts'

/** A journal in a file, which a later run reads again. */
export interface JournalFile extends Journal {
  /** How many answers the file held when it was opened. */
  readonly found: number
  /** How many it holds now. */
  kept(): number
  remove(): void
}

interface Line {
  readonly request: string
  readonly answer: RecordedAnswer
}

/**
 * Opens the state of a recording: one line of JSON an answer, after a line that says of which server
 * it is; it is made with the first answer. Only its owner may read it: it holds what was read as it was.
 * Throws where the file is of another recording.
 */
export function openJournal(path: string, server: string): JournalFile {
  const journal = createJournal()
  const head = JSON.stringify({ format: 'forgery-record-state', version: 1, server })
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  if (lines.length > 0 && lines[0] !== head) {
    throw new Error(
      `${path} is the state of another recording: remove it, or name another file with --state.`,
    )
  }
  let found = 0
  for (const text of lines.slice(1)) {
    const line = parseLine(text)
    if (!line) continue
    found++
    journal.keep(line.request, line.answer)
  }
  // A line that was cut off by the end of a run is ended first.
  if ((lines.at(-1) ?? '') !== '') appendFileSync(path, '\n')
  let kept = found
  return {
    found,
    kept: () => kept,
    get: journal.get,
    keep(request, answer) {
      if (!existsSync(path)) writeFileSync(path, `${head}\n`, { mode: 0o600 })
      kept++
      journal.keep(request, answer)
      appendFileSync(path, `${JSON.stringify({ request, answer })}\n`)
    },
    remove: () => rmSync(path, { force: true }),
  }
}

/** A line; undefined where it was cut off. */
function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
