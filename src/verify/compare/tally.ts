import type { OpenDifference } from './options.ts'
import type { Found } from './run-history.ts'

/** Counts the differences that the contract allows, once for each place of an operation. */
export function createOpenTally() {
  const counted = new Map<string, OpenDifference>()
  return {
    add({ step, place, forge, server }: Found, reason: string): void {
      const key = `${step.operation} ${place} ${reason}`
      const known = counted.get(key)
      const first = { operation: step.operation, place, forge, server, reason, count: 0 }
      counted.set(key, { ...(known ?? first), count: (known?.count ?? 0) + 1 })
    },
    all: (): readonly OpenDifference[] =>
      [...counted.values()].sort(
        (one, other) =>
          one.operation.localeCompare(other.operation, 'en') ||
          one.place.localeCompare(other.place, 'en'),
      ),
  }
}
