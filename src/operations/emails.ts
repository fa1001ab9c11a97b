import { invalid, notFound } from '../contract/errors.ts'
import { isEmail, isEmailTaken } from '../domain/users/validation.ts'
import { emailResource } from '../resources/email.ts'
import type { EmailRecord } from '../store/models/email.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

/** Document 1, Users: the rows of e-mails. */
export const emails = {
  listOwnEmails: ({ store, viewer }) =>
    list(store.emails.by('user_id', viewer.signedIn().id), emailResource),

  listEmailsOfUser: ({ store, user }) => list(store.emails.by('user_id', user.id), emailResource),

  getOwnEmail({ store, viewer }, { email_id }) {
    return emailResource(emailOf(store.emails.get(email_id), viewer.signedIn()))
  },

  createOwnEmail: ({ store, viewer }, { email }) => addEmail(store, viewer.signedIn(), email),

  createEmailOfUser: ({ store, user }, { email }) => addEmail(store, user, email),

  /** Answers 200 even if the address is already absent. */
  deleteOwnEmail({ store, viewer }, { email_id }) {
    const email = store.emails.get(email_id)
    if (email?.user_id !== viewer.signedIn().id) return null
    store.emails.remove(email)
    return emailResource(email)
  },

  deleteEmailOfUser({ store, user }, { email_id }) {
    const email = emailOf(store.emails.get(email_id), user)
    store.emails.remove(email)
    return emailResource(email)
  },
} satisfies OperationsOf<'E-mails'>

function emailOf(email: EmailRecord | undefined, user: UserRecord): EmailRecord {
  if (email?.user_id !== user.id) throw notFound('Email')
  return email
}

function addEmail(store: Store, user: UserRecord, email: string) {
  if (!isEmail(email)) throw invalid({ email: ['is invalid'] })
  if (isEmailTaken(store, email)) throw invalid({ email: ['has already been taken'] })
  return emailResource(store.emails.insert({ user_id: user.id, email }))
}
