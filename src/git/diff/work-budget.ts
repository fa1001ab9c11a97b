/**
 * The budget of one request for comparing files. Once it is used up, the rest of a file counts as completely replaced,
 * and the remaining differences of a list count as too large to show. Steps are counted instead of milliseconds, so
 * that responses are deterministic.
 */
export interface WorkBudget {
  /** A position visited by the search for an edit script costs two steps, a byte read for rename detection four. */
  steps: number
  /** The remaining bytes of diff texts. */
  textBytes: number
}

/** About 60 ms; typical commits take some thousands of steps. */
export const MAX_STEPS = 10_000_000
/**
 * The limit of GitLab: its hard limit of 1,000 files at 5 KiB each (GitLab 8.15: `Commit::DIFF_HARD_LIMIT_FILES`, and
 * `max_bytes` of `Gitlab::Git::DiffCollection`).
 */
export const MAX_TEXT_BYTES = 1000 * 5 * 1024

export function createWorkBudget(): WorkBudget {
  return { steps: MAX_STEPS, textBytes: MAX_TEXT_BYTES }
}

/** Makes the budget of a merge, which compares both sides with their base. */
export function createMergeBudget(): WorkBudget {
  return { steps: 2 * MAX_STEPS, textBytes: MAX_TEXT_BYTES }
}
