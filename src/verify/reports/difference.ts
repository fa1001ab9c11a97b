/** The number of places that are named; both values are shown beside them anyway. */
const MAX_PLACES = 5

/**
 * Describes where two JSON texts differ, one place per line: `[1].state: "closed", received "opened"`. Undefined where
 * they are no objects or lists, which are easy to compare.
 *
 * @example differenceOf('["a","b"]', '["a","c"]') // '[1]: "b", received "c"'
 */
export function differenceOf(expected = '', received = ''): string | undefined {
  const [wanted, came] = [parse(expected), parse(received)]
  if (typeof wanted !== 'object' || typeof came !== 'object') return undefined
  const places = [...differences(wanted, came, '')]
  const shown = places.slice(0, MAX_PLACES)
  if (places.length > MAX_PLACES) shown.push(`and ${places.length - MAX_PLACES} more places`)
  return places.length === 0 || places[0]?.startsWith(': ') ? undefined : shown.join('\n')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function* differences(wanted: unknown, came: unknown, place: string): Generator<string> {
  if (Object.is(wanted, came)) return
  if (!isParent(wanted) || !isParent(came) || Array.isArray(wanted) !== Array.isArray(came)) {
    yield `${place}: ${write(wanted)}, received ${write(came)}`
    return
  }
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(came)])) {
    const name = Array.isArray(wanted) ? `[${key}]` : place === '' ? key : `.${key}`
    yield* differences(Reflect.get(wanted, key), Reflect.get(came, key), place + name)
  }
}

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

const write = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
