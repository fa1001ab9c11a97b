import { notFound } from '../../../contract/errors.ts'
import type { Email } from '../../../contract/generated/v4/contract.ts'
import type { EmailRecord } from '../../../store/models/email.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import { addEmail, checkEmail, removeEmail } from '../../domain/users/emails.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/emails.yaml. */
export const emails = {
  listOwnEmails: ({ store, viewer }) =>
    list(store.emails.by('user_id', viewer.signedIn().id), emailResource),

  listEmailsOfUser: ({ store, user }) => list(store.emails.by('user_id', user.id), emailResource),

  getOwnEmail: (context, { email_id }) =>
    emailResource(emailOf(context, context.viewer.signedIn(), email_id)),

  createOwnEmail: (context, { email }) =>
    createEmail(context, context.viewer.signedIn(), email, null),

  createEmailOfUser: (context, { email, skip_confirmation }) =>
    createEmail(context, context.user, email, skip_confirmation ? context.now : null),

  deleteOwnEmail: (context, { email_id }) =>
    deleteEmail(context, context.viewer.signedIn(), email_id),

  deleteEmailOfUser: (context, { email_id }) => deleteEmail(context, context.user, email_id),
} satisfies OperationsOf<'v4', 'E-mails'>

function emailResource({ id, email, confirmed_at }: EmailRecord): Email {
  return { id, email, confirmed_at }
}

function emailOf({ store }: Context, user: UserRecord, id: number): EmailRecord {
  const email = store.emails.get(id)
  if (email?.user_id !== user.id) throw notFound('Email')
  return email
}

function createEmail(
  context: Context,
  user: UserRecord,
  email: string,
  confirmed_at: string | null,
): Email {
  checkEmail(context, email)
  return emailResource(addEmail(context, user, email, confirmed_at))
}

function deleteEmail(context: Context, user: UserRecord, id: number): undefined {
  removeEmail(context, emailOf(context, user, id))
}
