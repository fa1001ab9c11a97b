import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  listBroadcastMessages: { who: 'administrator' },
  createBroadcastMessage: { who: 'administrator', parameters: { message: 'Hello' } },
  getBroadcastMessage: { who: 'administrator' },
  updateBroadcastMessage: { who: 'administrator', parameters: { message: 'Hello' } },
  deleteBroadcastMessage: { who: 'administrator' },
} satisfies ExtensionRows
