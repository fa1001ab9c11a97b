import type { RowsOf } from '../row.ts'

const admin = { who: 'administrator', path: { key: 'TOKEN' } } as const

export const rows = {
  listInstanceVariables: admin,
  createInstanceVariable: { ...admin, parameters: { key: 'NEW', value: 'a' } },
  getInstanceVariable: admin,
  updateInstanceVariable: { ...admin, parameters: { value: 'b' } },
  deleteInstanceVariable: admin,
} satisfies RowsOf<'Instance variables'>
