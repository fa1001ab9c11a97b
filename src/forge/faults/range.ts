/** A range of milliseconds, both ends included. */
export interface Range {
  readonly least: number
  readonly most: number
}

/**
 * Reads a number of milliseconds, or a range of them. Returns undefined where the value is neither.
 * @example readRange('50..200') // { least: 50, most: 200 }
 */
export function readRange(value: unknown): Range | undefined {
  if (typeof value === 'number') return value >= 0 ? { least: value, most: value } : undefined
  if (typeof value !== 'string') return undefined
  const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(value) ?? []
  if (from === undefined || Number(from) > Number(to)) return undefined
  return { least: Number(from), most: Number(to) }
}

/** Picks a whole number within a range, by a random number from 0 up to, but not including, 1. */
export function withinRange({ least, most }: Range, random: number): number {
  return least + Math.floor(random * (most - least + 1))
}
