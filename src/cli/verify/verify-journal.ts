import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../command.ts'
import { checkWritable } from '../reports.ts'

/** The journal of a run, in a file. */
export interface JournalFile {
  readonly path: string
  /** Writes a line; it is with the operating system when this returns, and outlasts the process. */
  append(line: string): void
  /** Everything that was written so far. */
  text(): string
  close(): void
  /** Whether there is nothing in it. */
  readonly isEmpty: boolean
  remove(): void
}

const defaultName = /^forgery-verify-\d+-\d+\.journal$/

/** The file of a journal that was not named: in the folder of the first report, else where the command runs. */
export function defaultJournalPath(reports: readonly string[]): string {
  const [, report] = /^\w+=(.+)$/.exec(reports[0] ?? '') ?? []
  return join(
    report === undefined ? '.' : dirname(report),
    `forgery-verify-${Date.now()}-${process.pid}.journal`,
  )
}

/** Journals that runs left in a folder, which were not named. */
export function leftJournals(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => defaultName.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/**
 * The journal in a file, which is made with the first line. Only its owner may read it. Throws a UsageError
 * where it cannot be written, or is there: what another run left would be lost with it.
 */
export function openJournalFile(path: string): JournalFile {
  if (existsSync(path)) {
    throw new UsageError(
      `${path} is there already. If a run left it, \`forgery verify --clean-up ${path}\` removes what that made; else name another file with --journal.`,
    )
  }
  checkWritable(`--journal ${path}`, path)
  let descriptor: number | undefined
  return {
    path,
    get isEmpty() {
      return descriptor === undefined
    },
    append(line) {
      descriptor ??= openSync(path, 'ax', 0o600)
      writeSync(descriptor, `${line}\n`)
      // What was there before is to outlast the machine as well.
      if (line.startsWith('{"event":"changes"')) fsyncSync(descriptor)
    },
    text: () => (descriptor === undefined ? '' : readFileSync(path, 'utf8')),
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
    },
    remove: () => rmSync(path, { force: true }),
  }
}
