import { refusedWith, unauthorized } from '../../../contract/errors.ts'
import { userOfPassword } from '../../domain/users/sessions.ts'
import { userWithToken } from '../../resources/v3/user.ts'
import type { OperationsOf } from '../operation.ts'

const secondFactor =
  '401 Unauthorized. You have 2FA enabled. Please use a personal access token to access the API'

/** The operations of schemas/v3/paths/extensions/session.yaml. */
export const session = {
  createSession(context, { login, email, password }) {
    const user = userOfPassword(context.store, email ?? login ?? '', password)
    if (!user) throw unauthorized()
    if (user.two_factor_enabled) throw refusedWith(401, secondFactor)
    return userWithToken(user, context)
  },
} satisfies OperationsOf<'v3', 'Session'>
