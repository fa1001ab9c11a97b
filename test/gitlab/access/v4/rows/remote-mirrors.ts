import type { Row, RowsOf } from '../row.ts'

/** Whoever may not is answered 401 (lib/api/remote_mirrors.rb). */
const maintainer = { who: 'maintainer', refusal: 401, administrators: 'may' } as const
const one = { ...maintainer, path: { mirror_id: '1' } } satisfies Row

export const rows = {
  listRemoteMirrors: maintainer,
  createRemoteMirror: { ...maintainer, parameters: { url: 'https://git.example/other.git' } },
  getRemoteMirror: one,
  updateRemoteMirror: { ...one, parameters: { enabled: false } },
  deleteRemoteMirror: one,
  syncRemoteMirror: one,
  getRemoteMirrorKey: { ...one, answered: 404 },
} satisfies RowsOf<'Remote mirrors'>
