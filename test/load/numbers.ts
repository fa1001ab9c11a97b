/** The value that a share of the numbers, from 0 to 1, does not exceed; NaN of none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** What the heap may be greater by without having grown: what was compiled and what is kept once of each kind. */
const tolerated = 3 * 2 ** 20

/**
 * Whether memory stays where it is, from the heaps after each part of the work, in bytes. The first part fills
 * what is kept up to a limit, so the later ones are compared with the second.
 */
export function isFlat(heaps: readonly number[]): boolean {
  const [, settled = Number.NaN, ...later] = heaps
  return later.every((heap) => heap <= settled + tolerated)
}

/** An issue or a comment with its event, and their places in the indexes, take no more; in bytes. */
const MAX_BYTES_OF_RECORD = 4096

/** Whether a heap grew by no more than the records that were written meanwhile. */
export function isExplained(before: number, after: number, written: number): boolean {
  return after - before <= tolerated + written * MAX_BYTES_OF_RECORD
}

export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

export const counted = (count: number) => Math.round(count).toLocaleString('en')
