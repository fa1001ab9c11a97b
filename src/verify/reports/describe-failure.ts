import { visibleText } from '../../shared/visible-text.ts'
import type { Failure, Result } from '../results.ts'
import { differenceOf } from './difference.ts'

/** Describes a failure in printable text: the rule, the expected and the received value, and how to reproduce it. */
export function describeFailure(result: Result): string {
  const { operation, aspect, rule, source, expected, received, exchanges } = result
  const difference = differenceOf(expected, received)
  const { place, severity, before = [] } = result
  const { curl, caller } = exchanges?.at(-1) ?? {}
  const lines = [
    `${operation}, ${aspect}: ${rule}`,
    ...(place === undefined ? [] : [`stated in: ${place}`]),
    ...(severity === undefined ? [] : [`severity: ${severity}`]),
    `seen by:  ${source}`,
    ...(caller === undefined ? [] : [`called by: ${caller}`]),
    ...(before.length === 0 ? [] : [`after:    ${before.join('\n          ')}`]),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(difference === undefined
      ? []
      : [`differs:  ${difference.replaceAll('\n', '\n          ')}`]),
    ...(curl === undefined ? [] : [curl]),
  ]
  return visibleText(lines.join('\n'))
}

/** Formats `and 7 more of the same cause`; empty for a single failure. */
export function moreOf({ others, times = others.length + 1 }: Failure): string {
  return times === 1 ? '' : `and ${times - 1} more of the same cause`
}

/** Describes a failure with its script, if there is one. */
export function describeWithScript(result: Result): string {
  const { script } = result
  return [describeFailure(result), ...(script === undefined ? [] : [visibleText(script)])].join(
    '\n\n',
  )
}

/** Returns the other places of failures with the same cause: operations with aspects, without duplicates. */
export function otherPlaces(result: Result, others: readonly Result[]): string[] {
  const placeOf = ({ operation, aspect }: Result) => `${operation} ${aspect}`
  const places = new Set(others.map(placeOf))
  places.delete(placeOf(result))
  return [...places]
}
