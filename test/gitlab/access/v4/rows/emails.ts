import type { RowsOf } from '../row.ts'

const owner = {
  who: 'signed in',
  from: 50,
  beyond: 'nobody',
  refusal: 404,
  reason: 'The address is the owner’s (olga’s), and nobody else’s.',
} as const

const parameters = { email: 'third@olga.example' }

export const rows = {
  listOwnEmails: { who: 'signed in', readsUsers: true },
  getOwnEmail: { ...owner, readsUsers: true },
  createOwnEmail: { who: 'signed in', parameters },
  deleteOwnEmail: owner,
  listEmailsOfUser: { who: 'administrator', path: { id: '2' }, readsUsers: true },
  createEmailOfUser: { who: 'administrator', path: { id: '2' }, parameters },
  deleteEmailOfUser: { who: 'administrator', path: { id: '2' } },
} satisfies RowsOf<'E-mails'>
