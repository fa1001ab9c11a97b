import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/**
 * Creates a function that finds the line, counted from 1, of a path such as `users[0].name` in a YAML or JSON text.
 * Where the path is missing, it returns the line of the nearest existing part; undefined for an empty text. The text is
 * parsed on first use.
 */
export function createLineFinder(text: string): (path: string) => number | undefined {
  const lines = new LineCounter()
  let contents: Node | null | undefined
  return (path) => {
    contents ??= parseDocument(text, { lineCounter: lines }).contents
    const offset = contents ? offsetOf(contents, path) : undefined
    return offset === undefined ? undefined : lines.linePos(offset).line
  }
}

function offsetOf(node: Node, path: string): number | undefined {
  const start = node.range?.[0]
  if (path === '') return start
  if (isSeq(node)) {
    const [step = '', index] = /^\[(\d+)\]/.exec(path) ?? []
    const item = node.items[Number(index)] as Node | null | undefined
    return item ? offsetOf(item, restOf(path, step)) : start
  }
  if (!isMap(node)) return start
  const pair = node.items
    .filter(({ key }) => isScalar(key) && startsWithKey(path, String(key.value)))
    .sort((one, other) => String(other.key).length - String(one.key).length)[0]
  if (!pair || !isScalar(pair.key)) return start
  const rest = restOf(path, String(pair.key.value))
  const value = pair.value as Node | null
  return rest === '' || !value ? pair.key.range?.[0] : offsetOf(value, rest)
}

/** Whether a path begins with a key. A key may contain a dot, so the path must continue with a separator. */
function startsWithKey(path: string, key: string): boolean {
  return path.startsWith(key) && /^($|\.|\[)/.test(path.slice(key.length))
}

function restOf(path: string, step: string): string {
  return path.slice(step.length).replace(/^\./, '')
}
