import type { FieldSchema } from './form-fields.ts'

/** More columns than this nobody reads side by side. */
const maxColumns = 8

/** What a person knows a record by, the best first. */
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

/** What says where a record stands. */
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
 * The fields of a collection that its table has, by its schema: the id, what a person knows a record by, what it names, its
 * state and its times; then whatever there is room for.
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
