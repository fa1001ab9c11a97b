import { type MutantVerdict, outcomes, type VariantVerdict } from './judge-one.ts'
import { operationTags } from './operation-tags.ts'

/** The mutants that were not reported at their operation, and how many were, by kind and resource. */
export function writeMutants(verdicts: readonly MutantVerdict[]): string {
  if (verdicts.length === 0) return ''
  const open = verdicts.filter(({ outcome }) => outcome !== 'caught')
  const seconds = verdicts.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  const caught = verdicts.length - open.length
  const share = ((100 * caught) / verdicts.length).toFixed(1)
  return [
    ...open.map(({ outcome, name, reported }) => `${outcome}: ${name}${listed(reported)}`),
    '',
    table('kind', verdicts, ({ kind }) => kind),
    '',
    table('resource', verdicts, ({ operation }) => operationTags.get(operation) ?? '?'),
    '',
    `${caught} of ${verdicts.length} mutants (${share}%) reported at their operation, in ${seconds.toFixed(0)} s of work.`,
  ].join('\n')
}

const listed = (reported: readonly string[]) => reported.map((line) => `\n    ${line}`).join('')

function table(
  what: string,
  verdicts: readonly MutantVerdict[],
  groupOf: (verdict: MutantVerdict) => string,
): string {
  const groups = [...new Set(verdicts.map(groupOf))].toSorted()
  const rows = groups.map((group) => {
    const ofGroup = verdicts.filter((verdict) => groupOf(verdict) === group)
    const counts = outcomes.map((one) => ofGroup.filter(({ outcome }) => outcome === one).length)
    return [group, ...counts.map(String)]
  })
  const lines = [[what, ...outcomes], ...rows]
  const widths = [what, ...outcomes].map((_head, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .join('\n')
}

/** The variants that were failed, with every failure that was reported. */
export function writeVariants(verdicts: readonly VariantVerdict[]): string {
  if (verdicts.length === 0) return ''
  const failed = verdicts.filter(({ isPassed }) => !isPassed)
  return [
    ...failed.map(({ name, reported }) => `false alarm: ${name}${listed(reported)}`),
    `${verdicts.length - failed.length} of ${verdicts.length} variants passed.`,
  ].join('\n')
}
