import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/**
 * Finds the line, counted from 1, on which a path such as `users[0].name` is written in a text of
 * YAML or JSON, or the nearest part of it that is there; undefined for an empty text. The text is
 * parsed when a line is first asked for.
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

/** A key may hold a dot itself: the path has to go on after it. */
function startsWithKey(path: string, key: string): boolean {
  return path.startsWith(key) && /^($|\.|\[)/.test(path.slice(key.length))
}

function restOf(path: string, step: string): string {
  return path.slice(step.length).replace(/^\./, '')
}
