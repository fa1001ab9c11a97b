import type { RowsOf } from '../row.ts'

const owner = {
  who: 'signed in',
  from: 50,
  beyond: 'nobody',
  refusal: 404,
  reason: 'The key is the owner’s (olga’s), and nobody else’s.',
} as const

const parameters = { title: 'new', key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAQ==' }

export const rows = {
  listOwnSshKeys: { who: 'signed in', readsUsers: true },
  getOwnSshKey: { ...owner, readsUsers: true },
  createOwnSshKey: { who: 'signed in', parameters },
  deleteOwnSshKey: owner,
  listSshKeysOfUser: { who: 'everyone', path: { id: '2' }, readsUsers: true },
  getSshKeyOfUser: { who: 'everyone', path: { id: '2' }, readsUsers: true },
  createSshKeyOfUser: { who: 'administrator', path: { id: '2' }, parameters },
  deleteSshKeyOfUser: { who: 'administrator', path: { id: '2' } },
  findSshKey: {
    who: 'administrator',
    parameters: { fingerprint: 'fc:21:79:16:19:ea:98:24:54:a3:8a:6a:5f:98:fe:42' },
  },
  getSshKeyWithUser: { who: 'administrator' },
} satisfies RowsOf<'SSH keys'>
