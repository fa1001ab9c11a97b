import type { RowsOf } from '../row.ts'

const path = { id: '1' }

export const rows = {
  listBroadcastMessages: { who: 'everyone' },
  createBroadcastMessage: { who: 'administrator', parameters: { message: 'Hello' } },
  getBroadcastMessage: { who: 'everyone', path },
  updateBroadcastMessage: { who: 'administrator', path, parameters: { message: 'Hello' } },
  deleteBroadcastMessage: { who: 'administrator', path },
} satisfies RowsOf<'Broadcast messages'>
