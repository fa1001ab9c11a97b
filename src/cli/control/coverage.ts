import type { OperationCoverage } from '../../forge/control.ts'
import { type Command, type OptionValues, UsageError } from '../command.ts'
import { optionalNumber } from './actions.ts'
import { columns, forgeOf, print, worldOptions } from './connection.ts'

async function showCoverage(values: OptionValues): Promise<void> {
  const threshold = thresholdOf(values)
  const coverage = await forgeOf(values).coverage()
  const { operations, share } = coverage
  const answered = operations.filter((one) => timesOf(one) > 0)
  const shown = values.all ? operations : answered
  print(values, coverage, [
    ...columns(shown.map(row)),
    `${answered.length} of ${operations.length} operations answered: ${percent(share)}.`,
  ])
  if (threshold !== undefined && share < threshold) {
    throw new Error(
      `${percent(share)} of the operations answered, less than ${percent(threshold)}.`,
    )
  }
}

function thresholdOf(values: OptionValues): number | undefined {
  const threshold = optionalNumber(values, 'threshold')
  if (threshold === undefined || (threshold >= 0 && threshold <= 1)) return threshold
  throw new UsageError(`--threshold takes a share from 0 to 1, not "${values.threshold}".`)
}

const timesOf = ({ statuses }: OperationCoverage) =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)

/** Formats the API, the operation, and the number of responses by status; statuses without any are in brackets. */
function row({ api, operation, statuses }: OperationCoverage): string[] {
  const counts = Object.entries(statuses).map(([status, count]) =>
    count === 0 ? `(${status})` : `${status}×${count}`,
  )
  return [api, operation, counts.join(' ')]
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

export const coverageCommand: Command = {
  name: 'coverage',
  summary: 'Show which operations and statuses of a running server were exercised.',
  details: [
    'A line for each operation that answered: its API, its name, and how often each status was answered;',
    'statuses of the contract that never were stand in brackets.',
  ].join('\n'),
  options: {
    all: { type: 'boolean', summary: 'Show operations that never answered, too.' },
    threshold: {
      type: 'string',
      placeholder: 'SHARE',
      summary: 'End with 1 where a smaller share of the operations answered, 0 to 1.',
    },
    ...worldOptions,
  },
  examples: [
    ['forgery coverage', 'what was asked so far'],
    ['forgery coverage --threshold 0.1', 'for a pipeline'],
  ],
  run: showCoverage,
}
