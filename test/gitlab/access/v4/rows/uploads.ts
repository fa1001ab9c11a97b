import type { RowsOf } from '../row.ts'

export const rows = {
  uploadFile: { who: 'takes part', parameters: { file: new File(['a'], 'a.txt') } },
  getUploadedFile: { who: 'takes part', path: { secret: '0', filename: 'a' }, answered: 404 },
  setOwnAvatar: { who: 'signed in', parameters: { avatar: new File(['a'], 'a.png') } },
} satisfies RowsOf<'Uploads'>
