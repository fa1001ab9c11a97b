import type { UserRecord } from '../../../../store/models/user.ts'
import { folded } from '../../../../store/record-keys.ts'
import type { Context } from '../../context.ts'

/** Finds the user of an argument such as `@jane` or `jane`. */
export function userNamed({ store }: Context, argument: string): UserRecord | undefined {
  const [, mentioned] = /(?:^|\s)@([\w.-]*[\w-])/.exec(argument) ?? []
  return store.users.one('username', folded(mentioned ?? argument))
}

/** Finds all users of an argument such as `@jane @bob`; `me` is the caller. */
export function usersNamed(context: Context, argument: string): UserRecord[] {
  return argument
    .split(/[\s,]+/)
    .flatMap((word) => (word === 'me' ? context.viewer.user : userNamed(context, word)) ?? [])
}
