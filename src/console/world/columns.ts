import type { FieldSchema } from './form-fields.ts'

/** The maximum number of columns. */
const maxColumns = 8

/** The fields by which people recognize a record, the best first. */
const titles = [
  'iid',
  'title',
  'full_path',
  'username',
  'name',
  'path',
  'tag_name',
  'key',
  'ref',
  'url',
  'body',
  'action',
  'event',
]

/** The fields with the state of a record. */
const states = [
  'state',
  'status',
  'kind',
  'access_level',
  'visibility_level',
  'email',
  'action_name',
  'sha',
]

/**
 * Chooses the columns of a table from the schema of a collection: the id, the titles, the references, the state and the
 * times; then other fields as far as there is room.
 *
 * @example columnNames({ id: {}, note: {}, title: {} }) // ['id', 'title', 'note']
 */
export function columnNames(properties: Readonly<Record<string, FieldSchema>>): string[] {
  const names = Object.keys(properties)
  const has = (list: readonly string[]) => list.filter((name) => names.includes(name))
  const references = names.filter(
    (name) => name !== 'id' && properties[name]?.['x-reference'] !== undefined,
  )
  const times = has(['updated_at', 'created_at']).slice(0, 1)
  const first = [
    ...has(['id']),
    ...has(titles).slice(0, 3),
    ...has(states).slice(0, 2),
    ...references.slice(0, 3),
  ]
  const rest = names.filter((name) => ![...first, ...times].includes(name) && !name.endsWith('_at'))
  const room = Math.max(0, maxColumns - first.length - times.length)
  return [...first, ...rest.slice(0, Math.min(room, 3)), ...times].slice(0, maxColumns)
}
