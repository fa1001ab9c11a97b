import { writeFileSync } from 'node:fs'
import { htmlReport, jsonReport, junitReport } from '../verify/reports/index.ts'
import { type Outcome, outcomeOf, type Summary } from '../verify/results.ts'
import { UsageError } from './command.ts'
import { checkWritable } from './output-file.ts'

type Write = (summary: Summary) => void

const kinds = { html: htmlReport, json: jsonReport, junit: junitReport }
const isKind = (name: string): name is keyof typeof kinds => name in kinds

/** 2 where the run could look at nothing, as where it could not begin. */
const exitCodes: Readonly<Record<Outcome, number>> = {
  passed: 0,
  failed: 1,
  interrupted: 1,
  'not tested': 2,
}

export function exitCodeOf(summary: Summary): number {
  return exitCodes[outcomeOf(summary)]
}

/**
 * Reads `--report KIND=FILE`; throws a UsageError where a kind is not known or a file cannot be written,
 * before anything is sent.
 */
export function readReports(words: readonly string[]): readonly Write[] {
  return words.map((word) => {
    const [, kind = '', path = ''] = /^(\w+)=(.+)$/.exec(word) ?? []
    if (!isKind(kind)) {
      throw new UsageError(`--report takes junit=FILE, json=FILE or html=FILE, not "${word}".`)
    }
    checkWritable(`--report ${word}`, path)
    return (summary) => writeFileSync(path, kinds[kind](summary))
  })
}
