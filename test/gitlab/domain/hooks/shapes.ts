/** What a field holds: a text, a number, a flag, each with a question mark where it may be null; a list; or fields. */
export type Shape =
  | `${'text' | 'number' | 'flag' | 'object'}${'' | '?'}`
  | readonly [Shape]
  | { readonly [name: string]: Shape }

const kinds = { text: 'string', number: 'number', flag: 'boolean', object: 'object' } as const

/** What of a value is not of a shape, each by its path: a field that is missing, or holds something else. More fields may be there. */
export function misfitsOf(value: unknown, shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') {
    const isNullable = shape.endsWith('?')
    const kind = kinds[shape.replace('?', '') as keyof typeof kinds]
    const fits = value === null ? isNullable : typeof value === kind
    return fits ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape}`]
  }
  if (Array.isArray(shape)) {
    const [of] = shape as readonly [Shape]
    if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no list`]
    return value.flatMap((item, index) => misfitsOf(item, of, `${path}[${index}]`))
  }
  if (typeof value !== 'object' || value === null) {
    return [`${path}: ${JSON.stringify(value)} has no fields`]
  }
  return Object.entries(shape).flatMap(([name, of]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (!Object.hasOwn(value, name)) return [`${at} is missing`]
    return misfitsOf((value as Record<string, unknown>)[name], of, at)
  })
}
