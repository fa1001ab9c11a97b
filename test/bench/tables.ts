import { type Machine, writeMachine } from './machine.ts'
import { isKept, type Row } from './row.ts'

/** What one run of the bench found. */
export interface Report {
  readonly machine: Machine
  /** How far the yardstick itself differed from round to round, as a share of it. */
  readonly noise: number
  readonly rows: readonly Row[]
}

/** A report as tables of Markdown, which read well in a terminal too. */
export function writeTables({ machine, noise, rows }: Report): string {
  const tables = [...new Set(rows.map(({ table }) => table))]
  const written = tables.map((table) =>
    writeTable(
      table,
      rows.filter((row) => row.table === table),
    ),
  )
  return [writeMachine(machine, noise), ...written].join('\n\n')
}

function writeTable(table: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => [row.what, writeValue(row), writeShare(row), writeGoal(row)])
  const used = lines.some(([, , share]) => share !== '')
  const cells = [['', '', 'share', 'goal'], ...lines].map((line) =>
    used ? line : line.filter((_, column) => column !== 2),
  )
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(3, ...cells.map((line) => (line[column] ?? '').length)),
  )
  const write = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [`## ${table}`, '', write(head), rule, ...body.map(write)].join('\n')
}

function writeValue({ value, unit }: Row): string {
  const digits = value < 10 ? 2 : 0
  const text = value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${text} ${unit}`
}

function writeShare({ share, spread }: Row): string {
  if (share === undefined) return spread === undefined ? '' : `± ${(50 * spread).toFixed(0)} %`
  return `${share.toFixed(2)}${spread === undefined ? '' : ` ± ${(50 * spread).toFixed(0)} %`}`
}

function writeGoal(row: Row): string {
  const { goal } = row
  if (!goal) return ''
  const text =
    'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost.toLocaleString('en')}`
  return `${text}, ${isKept(row) ? 'kept' : 'MISSED'}`
}
