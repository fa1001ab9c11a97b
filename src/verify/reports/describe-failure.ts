import { visibleText } from '../../shared/visible-text.ts'
import type { Result } from '../results.ts'

/** A failure as text that may be printed: what was expected by which rule, what came, and how to see it again. */
export function describeFailure(result: Result): string {
  const { operation, aspect, rule, source, expected, received, exchanges } = result
  const curl = exchanges?.at(-1)?.curl
  const lines = [
    `${operation}, ${aspect}: ${rule}`,
    `seen by:  ${source}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(curl === undefined ? [] : [curl]),
  ]
  return visibleText(lines.join('\n'))
}

/** Where else failures of one cause were seen: operations with aspects, each once. */
export function otherPlaces(result: Result, others: readonly Result[]): string[] {
  const placeOf = ({ operation, aspect }: Result) => `${operation} ${aspect}`
  const places = new Set(others.map(placeOf))
  places.delete(placeOf(result))
  return [...places]
}
