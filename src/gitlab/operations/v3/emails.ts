import { notFound } from '../../../contract/errors.ts'
import type { EmailRecord } from '../../../store/models/email.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import { addEmail, checkEmail, removeEmail } from '../../domain/users/emails.ts'
import { emailResource } from '../../resources/v3/email.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag E-mails. */
export const emails = {
  listOwnEmails: ({ store, viewer }) =>
    list(store.emails.by('user_id', viewer.signedIn().id), emailResource),

  listEmailsOfUser: ({ store, user }) => list(store.emails.by('user_id', user.id), emailResource),

  getOwnEmail({ store, viewer }, { email_id }) {
    return emailResource(emailOf(store.emails.get(email_id), viewer.signedIn()))
  },

  createOwnEmail: (context, { email }) => createEmail(context, context.viewer.signedIn(), email),

  createEmailOfUser: (context, { email }) => createEmail(context, context.user, email),

  /** Deletes an e-mail address. Returns 200 even if it is already absent. */
  deleteOwnEmail(context, { email_id }) {
    const email = context.store.emails.get(email_id)
    if (email?.user_id !== context.viewer.signedIn().id) return null
    removeEmail(context, email)
    return emailResource(email)
  },

  deleteEmailOfUser(context, { email_id }) {
    const email = emailOf(context.store.emails.get(email_id), context.user)
    removeEmail(context, email)
    return emailResource(email)
  },
} satisfies OperationsOf<'v3', 'E-mails'>

function emailOf(email: EmailRecord | undefined, user: UserRecord): EmailRecord {
  if (email?.user_id !== user.id) throw notFound('Email')
  return email
}

function createEmail(context: Context, user: UserRecord, email: string) {
  checkEmail(context, email)
  return emailResource(addEmail(context, user, email))
}
