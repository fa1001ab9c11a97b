/** A plain user whose token was provided. */
export interface GivenUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly token: string
}

/** The source of the users of a run. */
export interface Accounts {
  /** The substitute where a story needs a plain user that it does not change. */
  readonly given?: GivenUser
  /** Why no user can be created, after the server refused the first one. */
  readonly refusal: string | undefined
  /** Whether a refusal means that users cannot be created at all, which is assumed while none was created. */
  refuse(status: number): boolean
  hasMade(): void
}

/** A server whose users come from elsewhere (a directory, a licence) may refuse to create any. */
const refusals = new Set([403, 404, 405])

export function createAccounts(given: GivenUser | undefined): Accounts {
  let refusal: string | undefined
  let isAnyMade = false
  return {
    ...(given ? { given } : {}),
    get refusal() {
      return refusal
    },
    hasMade() {
      isAnyMade = true
      // Concurrent requests are answered in any order.
      refusal = undefined
    },
    refuse(status) {
      if (isAnyMade || !refusals.has(status)) return false
      refusal ??= `the server lets the administrator create no user (createUser answered ${status})`
      return true
    },
  }
}
