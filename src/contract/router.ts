import type { Method, OperationContract } from './operation-contract.ts'

/** Where a method and a path lead. */
export type Route =
  | {
      readonly kind: 'operation'
      readonly operation: OperationContract
      readonly path: PathParameters
    }
  | { readonly kind: 'wrong method'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' }

export type PathParameters = ReadonlyMap<string, string>

/** One step of the paths: what may follow, fixed words before parameters. */
interface Node {
  readonly words: Map<string, Node>
  parameter: Node | undefined
  /** A parameter that may span several segments. */
  span: Node | undefined
  readonly operations: Map<Method, Target>
}

/** Where a path ends: an operation, and the names of the parameters in its path. */
interface Target {
  readonly operation: OperationContract
  readonly names: readonly string[]
}

const emptyNode = (): Node => ({
  words: new Map(),
  parameter: undefined,
  span: undefined,
  operations: new Map(),
})

/**
 * Builds the function that finds the operation of a method and a path (without `/api/v3`, still
 * percent-encoded). Fixed words win over parameters, and a parameter that may hold slashes takes as
 * few segments as still lead to an operation.
 */
export function createRouter(
  operations: readonly OperationContract[],
): (method: string, path: string) => Route {
  const root = emptyNode()
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.alsoAt ?? [])]) {
      addRoute(root, operation, path)
    }
  }
  return (method, path) => {
    const segments = path.split('/').slice(1)
    const found = walk(root, segments, 0, [], (node) => node.operations.has(method as Method))
    const target = found?.node.operations.get(method as Method)
    if (found && target) {
      const { operation, names } = target
      const path = nameValues(names, segments, found.ranges)
      return fits(operation, path) ? { kind: 'operation', operation, path } : { kind: 'unknown' }
    }
    const other = walk(root, segments, 0, [], (node) => node.operations.size > 0)
    return other
      ? { kind: 'wrong method', allowed: [...other.node.operations.keys()] }
      : { kind: 'unknown' }
  }
}

/** Whether the numeric parameters of a path are numbers. */
function fits({ parameters }: OperationContract, path: PathParameters): boolean {
  return parameters.every(({ name, isNumeric }) => !isNumeric || /^\d+$/.test(path.get(name) ?? ''))
}

function addRoute(root: Node, operation: OperationContract, path: string): void {
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined) node = stepByWord(node, segment)
    else {
      const spans = operation.parameters.some((one) => one.name === name && one.spansSlashes)
      const kind = spans ? 'span' : 'parameter'
      const next = node[kind] ?? emptyNode()
      node[kind] = next
      node = next
    }
  }
  // By the newest path: an older one has the same parameters in the same order.
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
  node.operations.set(operation.method, { operation, names })
}

function stepByWord(node: Node, word: string): Node {
  const next = node.words.get(word) ?? emptyNode()
  node.words.set(word, next)
  return next
}

/** Which segments are the value of a parameter: from the first up to the second. */
type Range = readonly [number, number]

interface Found {
  readonly node: Node
  readonly ranges: readonly Range[]
}

function walk(
  node: Node,
  segments: readonly string[],
  position: number,
  ranges: readonly Range[],
  isGoal: (node: Node) => boolean,
): Found | undefined {
  const segment = segments[position]
  if (segment === undefined) return isGoal(node) ? { node, ranges } : undefined
  const word = node.words.get(segment)
  const byWord = word && walk(word, segments, position + 1, ranges, isGoal)
  if (byWord) return byWord
  if (segment === '') return undefined
  const byParameter =
    node.parameter &&
    walk(node.parameter, segments, position + 1, [...ranges, [position, position + 1]], isGoal)
  if (byParameter || !node.span) return byParameter
  for (let end = position + 1; end <= segments.length; end++) {
    const bySpan = walk(node.span, segments, end, [...ranges, [position, end]], isGoal)
    if (bySpan) return bySpan
  }
  return undefined
}

function nameValues(
  names: readonly string[],
  segments: readonly string[],
  ranges: readonly Range[],
): PathParameters {
  return new Map(
    ranges.map((range, index) => [names[index] ?? '', decode(segments.slice(...range).join('/'))]),
  )
}

/** A broken escape stays as it is written; it then names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
