import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createJournal, type Journal, type RecordedAnswer } from '../../record/index.ts'

/** A journal in a file, with which a later run continues. */
export interface JournalFile extends Journal {
  /** The number of responses in the file when it was opened. */
  readonly found: number
  /** Returns the present number of responses. */
  kept(): number
  remove(): void
}

interface Line {
  readonly request: string
  readonly answer: RecordedAnswer
}

/**
 * Opens the state of a recording: one line of JSON per response, after a line that names the server. The file is
 * created with the first response. Only its owner can read it, since it contains the responses unchanged. Throws where
 * the file belongs to another recording.
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
  // Terminates a line that was cut off when the run ended.
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

/** Parses a line; undefined where it was cut off. */
function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
