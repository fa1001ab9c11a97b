/** Why a request below `/api/` reached no operation. */
export interface Unhandled {
  /** `unserved`: the release of GitLab had it, and Forgery does not serve it; `unknown`: neither has it. */
  readonly reason: 'unserved' | 'unknown'
  /** That as a sentence, with the operation that may have been meant. */
  readonly hint: string
}

/** How the hint of a request ends that is like no operation. */
export const nothingLikeIt = 'had no such operation.'
