/** One line of the bench. */
export interface Row {
  /** The table that it stands in. */
  readonly table: string
  readonly what: string
  readonly value: number
  readonly unit: 'requests/s' | 's' | 'ms' | 'µs' | 'MiB' | 'times'
  /** Beside the yardstick of its table, the median of rounds in turn; undefined where there is none. */
  readonly share?: number
  /** How far the shares of the rounds lie apart: half of them within so much of the median, as a share of it. */
  readonly spread?: number
  readonly goal?: Goal
}

/** The table of Forgery beside others, which the README shows. */
export const issuePage = 'A page of 20 open issues of 1,000, each request at an address of its own'

/** The row of the same page where answers cannot be given again for long. */
export const issuePageAmongWrites = 'a page of 20 issues, and every tenth request creates an issue'

/** What the share, or the value where there is none, is to be. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** Undefined where a row has no goal. */
export function isKept({ value, share = value, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  return 'atLeast' in goal ? share >= goal.atLeast : share <= goal.atMost
}
