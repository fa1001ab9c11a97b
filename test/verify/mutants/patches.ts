import type { Json } from './json.ts'

/** A unified diff that says the opposite: additions for removals, and the other way round. */
export function reversedDiff(diff: Json | undefined): Json {
  if (typeof diff !== 'string') return diff ?? null
  return diff.replace(/^([+-])(?![+-]{2} )/gm, (sign) => (sign === '+' ? '-' : '+'))
}
