import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  codeQualityReport,
  githubReport,
  htmlReport,
  jsonReport,
  junitReport,
  sarifReport,
} from '../verify/reports/index.ts'
import { type Outcome, outcomeOf, type Summary } from '../verify/results.ts'
import { UsageError } from './command.ts'

type Write = (summary: Summary) => void

const kinds = {
  html: htmlReport,
  json: jsonReport,
  junit: junitReport,
  codequality: codeQualityReport,
  sarif: sarifReport,
  github: githubReport,
}
/** The values of `--report`, for help texts. */
export const reportKinds =
  'junit=FILE, json=FILE, html=FILE, codequality=FILE (GitLab), sarif=FILE or github=FILE (annotations); a FILE of - is standard output'

const isKind = (name: string): name is keyof typeof kinds => name in kinds

/** The exit status is 2 where the run could not test anything, or could not continue, as where it could not start. */
const exitCodes: Readonly<Record<Outcome, number>> = {
  passed: 0,
  failed: 1,
  interrupted: 1,
  unreachable: 2,
  'not tested': 2,
}

export function exitCodeOf(summary: Summary): number {
  return exitCodes[outcomeOf(summary)]
}

/**
 * Parses `--report KIND=FILE`; throws a UsageError where a kind is unknown or a file cannot be written, before any
 * request is sent.
 */
export function readReports(words: readonly string[]): readonly Write[] {
  return words.map((word) => {
    const [, kind = '', path = ''] = /^(\w+)=(.+)$/.exec(word) ?? []
    if (!isKind(kind)) {
      throw new UsageError(`--report takes ${reportKinds}, not "${word}".`)
    }
    if (path === '-') return (summary) => void process.stdout.write(kinds[kind](summary))
    checkWritable(`--report ${word}`, path)
    return (summary) => writeFileSync(path, kinds[kind](summary))
  })
}

/**
 * Checks that a file can be written before its content is computed, without creating it. Throws a UsageError that
 * begins with the option, such as `--output world.yaml`.
 */
export function checkWritable(words: string, file: string): void {
  const obstacle = obstacleTo(file)
  if (obstacle !== undefined) throw new UsageError(`${words} cannot be written: ${obstacle}.`)
}

function obstacleTo(file: string): string | undefined {
  const present = statSync(file, { throwIfNoEntry: false })
  if (present?.isDirectory()) return 'it is a folder'
  const folder = dirname(file)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return 'its folder is not there'
  try {
    accessSync(present ? file : folder, constants.W_OK)
    return undefined
  } catch {
    return present ? 'it may not be changed' : 'its folder may not be changed'
  }
}
