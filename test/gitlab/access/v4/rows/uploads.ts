import type { RowsOf } from '../row.ts'

export const rows = {
  uploadFile: { who: 'takes part', parameters: { file: new File(['a'], 'a.txt') } },
  getUploadedFile: { who: 'takes part', path: { secret: '0', filename: 'a' }, answered: 404 },
  listUploads: { who: 'maintainer' },
  getUploadById: { who: 'maintainer', path: { upload_id: '1' }, answered: 404 },
  deleteUploadById: { who: 'maintainer', path: { upload_id: '1' }, answered: 404 },
  deleteUpload: { who: 'maintainer', path: { secret: '0', filename: 'a' }, answered: 404 },
  getProjectAvatar: { who: 'sees the project', answered: 404 },
  getGroupAvatar: { who: 'sees the group', answered: 404 },
  getAvatarOfAddress: { who: 'everyone', parameters: { email: 'olga@x.example' } },
  setOwnAvatar: { who: 'signed in', parameters: { avatar: new File(['a'], 'a.png') } },
} satisfies RowsOf<'Uploads'>
