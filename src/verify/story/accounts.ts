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
  /** Why no user can be made, as soon as the server refused it once. */
  readonly refusal: string | undefined
  refuse(status: number): void
}

/** A server whose users come from elsewhere (a directory, a licence) may refuse to have any made. */
const refusals = new Set([403, 404, 405])

export const refusesUsers = (status: number): boolean => refusals.has(status)

export function createAccounts(given: GivenUser | undefined): Accounts {
  let refusal: string | undefined
  return {
    ...(given ? { given } : {}),
    get refusal() {
      return refusal
    },
    refuse(status) {
      refusal ??= `the server lets the administrator create no user (createUser answered ${status})`
    },
  }
}
