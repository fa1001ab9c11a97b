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

/** The journal of a run in a file. */
export interface JournalFile {
  readonly path: string
  /** Writes a line synchronously, so that it survives the process. */
  append(line: string): void
  /** Returns everything written so far. */
  text(): string
  close(): void
  /** Whether nothing was written. */
  readonly isEmpty: boolean
  remove(): void
}

const defaultName = /^forgery-verify-\d+-\d+\.journal$/

/** Returns the default path of a journal: in the folder of the first report, else in the working directory. */
export function defaultJournalPath(reports: readonly string[]): string {
  const [, report] = /^\w+=(.+)$/.exec(reports[0] ?? '') ?? []
  return join(
    report === undefined ? '.' : dirname(report),
    `forgery-verify-${Date.now()}-${process.pid}.journal`,
  )
}

/** Lists the journals with default names that runs left in a folder. */
export function leftJournals(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => defaultName.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/**
 * Opens a journal file, which is created with the first line. Only its owner can read it. Throws a UsageError where it
 * cannot be written, or exists already, since it may list what another run left behind.
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
      // The previous state of settings must survive a crash of the machine as well.
      if (line.startsWith('{"event":"changes"')) fsyncSync(descriptor)
    },
    text: () => (descriptor === undefined ? '' : readFileSync(path, 'utf8')),
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
    },
    remove: () => rmSync(path, { force: true }),
  }
}
