import type { RowsOf } from '../row.ts'

const key = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nnew\n-----END PGP PUBLIC KEY BLOCK-----'
const none = { answered: 404 } as const

export const rows = {
  listOwnGpgKeys: { who: 'signed in', readsUsers: true },
  getOwnGpgKey: { who: 'signed in', ...none, readsUsers: true },
  createOwnGpgKey: { who: 'signed in', parameters: { key } },
  deleteOwnGpgKey: { who: 'signed in', ...none },
  revokeOwnGpgKey: { who: 'signed in', ...none },
  listGpgKeysOfUser: { who: 'everyone', path: { id: '2' }, readsUsers: true },
  getGpgKeyOfUser: { who: 'everyone', path: { id: '2' }, ...none, readsUsers: true },
  createGpgKeyOfUser: { who: 'administrator', path: { id: '2' }, parameters: { key } },
  deleteGpgKeyOfUser: { who: 'administrator', path: { id: '2' }, ...none },
  revokeGpgKeyOfUser: { who: 'administrator', path: { id: '2' }, ...none },
} satisfies RowsOf<'GPG keys'>
