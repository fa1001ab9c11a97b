import type { RowsOf } from '../row.ts'

const one = { who: 'administrator', path: { key: 'team' } } as const
const ofUser = { who: 'administrator', path: { key: 'team', id: '2' } } as const
const parameters = { value: 'blue' }

export const rows = {
  listCustomAttributesOfUser: ofUser,
  getCustomAttributeOfUser: { ...ofUser, answered: 404 },
  setCustomAttributeOfUser: { ...ofUser, parameters },
  removeCustomAttributeOfUser: { ...ofUser, answered: 404 },
  listCustomAttributesOfGroup: one,
  getCustomAttributeOfGroup: { ...one, answered: 404 },
  setCustomAttributeOfGroup: { ...one, parameters },
  removeCustomAttributeOfGroup: { ...one, answered: 404 },
  listCustomAttributesOfProject: one,
  getCustomAttributeOfProject: { ...one, answered: 404 },
  setCustomAttributeOfProject: { ...one, parameters },
  removeCustomAttributeOfProject: { ...one, answered: 404 },
} satisfies RowsOf<'Custom attributes'>
