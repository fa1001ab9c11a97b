/** Why a request below `/api/` reached no operation. */
export interface Unhandled {
  /** `unserved`: GitLab 8.15 had it, and Forgery does not serve it; `unknown`: neither has it. */
  readonly reason: 'unserved' | 'unknown'
  /** That as a sentence, with the operation that may have been meant. */
  readonly hint: string
}

/** What is said of a request that is like no operation. */
export const nothingLikeIt = 'GitLab 8.15 had no such operation.'
