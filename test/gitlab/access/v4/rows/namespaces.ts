import type { RowsOf } from '../row.ts'

export const rows = {
  listNamespaces: { who: 'signed in' },
  getNamespace: {
    who: 'sees the group',
    path: { id: '50' },
    beyond: 'nobody',
    refusal: 404,
    administrators: 'may',
    reason: 'A namespace is shown to who belongs to it.',
  },
  getNamespaceExistence: { who: 'signed in', path: { id: 'acme' } },
} satisfies RowsOf<'Namespaces'>
