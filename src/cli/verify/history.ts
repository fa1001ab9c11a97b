import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EarlierReport, historyReport, readReport } from '../../verify/reports/index.ts'
import { type Command, counted, type OptionValues, textOption, UsageError } from '../command.ts'
import { checkWritable } from '../reports.ts'

/** The options of `forgery history`. */
export const historyCommand: Command = {
  name: 'history',
  summary: 'Show the reports of several runs of `forgery verify` on one page.',
  details:
    'Reads every JSON report (--report json=FILE) of a folder, and writes a page with a row a run and the runs in which each failure was seen.',
  argument: 'folder',
  options: {
    folder: {
      type: 'string',
      placeholder: 'FOLDER',
      isRequired: true,
      summary: 'Where the JSON reports are.',
    },
    output: {
      type: 'string',
      placeholder: 'FILE',
      default: 'history.html',
      summary: 'The page that is written.',
    },
  },
  examples: [['forgery history reports', 'writes history.html']],
  run: runHistory,
}

async function runHistory(values: OptionValues): Promise<void> {
  const folder = textOption(values, 'folder')
  const output = textOption(values, 'output')
  checkWritable(`--output ${output}`, output)
  const reports = readReports(folder)
  writeFileSync(output, historyReport(reports))
  process.stdout.write(`${output}: ${counted(reports.length, 'runs')}\n`)
}

/** Reads the reports of a folder, ignoring other JSON files; throws a UsageError where there is none. */
function readReports(folder: string): readonly EarlierReport[] {
  const found = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        return readReport(readFileSync(join(folder, name), 'utf8'))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        process.stderr.write(`${join(folder, name)} is left out: ${reason}.\n`)
        return []
      }
    })
  if (found.length > 0) return found
  throw new UsageError(
    `${folder} has no JSON report of \`forgery verify\`: write some with --report json=FILE.`,
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${folder} cannot be read: ${reason}.`)
  }
}
