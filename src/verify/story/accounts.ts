/** A plain user whose token the run was given. */
export interface GivenUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly token: string
}

/** Where the users of a run come from. */
export interface Accounts {
  /** Who stands in, where a story needs one plain user and does nothing to them. */
  readonly given?: GivenUser
  /** Why no user can be made, as soon as the server refused it once and let none be made. */
  readonly refusal: string | undefined
  /** Whether a refusal is one to create users at all: while none was made. */
  refuse(status: number): boolean
  hasMade(): void
}

/** A server whose users come from elsewhere (a directory, a licence) may refuse to have any made. */
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
      // Requests that were sent side by side are answered in any order.
      refusal = undefined
    },
    refuse(status) {
      if (isAnyMade || !refusals.has(status)) return false
      refusal ??= `the server lets the administrator create no user (createUser answered ${status})`
      return true
    },
  }
}
