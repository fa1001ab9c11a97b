/**
 * What one request may spend on finding what changed. Where it is used up, what is left of a file counts as
 * replaced as a whole, and what is left of a list of differences is too large to be shown. Steps are counted and
 * not milliseconds, so that the same request is always answered the same.
 */
export interface WorkBudget {
  /** A place that the search for an edit script looks at is two, a byte that is read for renames four. */
  steps: number
  /** Of the texts of differences. */
  textBytes: number
}

/** About 60 ms: what a commit changes by hand takes some thousands. */
export const MAX_STEPS = 10_000_000
/**
 * As many as the service shows: its hard limit of 1,000 files at 5 KiB each (GitLab 8.15:
 * `Commit::DIFF_HARD_LIMIT_FILES`, and `max_bytes` of `Gitlab::Git::DiffCollection`).
 */
export const MAX_TEXT_BYTES = 1000 * 5 * 1024

export function createWorkBudget(): WorkBudget {
  return { steps: MAX_STEPS, textBytes: MAX_TEXT_BYTES }
}

/** What a merge may spend: it compares two sides with their base, each of them as one request compares. */
export function createMergeBudget(): WorkBudget {
  return { steps: 2 * MAX_STEPS, textBytes: MAX_TEXT_BYTES }
}
