import type { Method, OperationContract } from './operation-contract.ts'

/** The route that a method and a path match. */
export type Route<Found extends OperationContract = OperationContract> =
  | {
      readonly kind: 'operation'
      readonly operation: Found
      readonly path: PathParameters
    }
  | { readonly kind: 'wrong method'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' }

/** Finds the route of a method and a path below the base path of the API. */
export type FindRoute<Found extends OperationContract = OperationContract> = (
  method: string,
  path: string,
) => Route<Found>

export type PathParameters = ReadonlyMap<string, string>

/** A node of the tree of paths, one for each segment. Fixed segments are tried before parameters. */
interface Node<Found> {
  readonly words: Map<string, Node<Found>>
  parameter: Node<Found> | undefined
  /** Parameters behind a fixed prefix in the same segment, as in `archive.{format}`, by that prefix. */
  readonly suffixes: Map<string, Node<Found>>
  /** A parameter that may span several segments. */
  span: Node<Found> | undefined
  readonly operations: Map<Method, Target<Found>>
}

/** The end of a path: its operation, and the names of its path parameters. */
interface Target<Found> {
  readonly operation: Found
  readonly names: readonly ParameterPlace[]
}

/** The name of a path parameter, and the fixed prefix before it in its segment. */
interface ParameterPlace {
  readonly name: string
  readonly word: string
}

const emptyNode = <Found>(): Node<Found> => ({
  words: new Map(),
  parameter: undefined,
  suffixes: new Map(),
  span: undefined,
  operations: new Map(),
})

/**
 * Builds the function that finds the operation of a method and a path (below that of the API, still
 * percent-encoded). Fixed words win over parameters, and a parameter that may hold slashes takes as
 * few segments as still lead to an operation.
 */
export function createRouter<Found extends OperationContract>(
  operations: readonly Found[],
): FindRoute<Found> {
  const root = emptyNode<Found>()
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.alsoAt ?? [])]) {
      addRoute(root, operation, path)
    }
  }
  return (method, path) => {
    const segments = path.split('/').slice(1)
    const way: number[] = []
    const target = walk(root, segments, 0, way, (node) => node.operations.get(method as Method))
    if (target) {
      const { operation, names } = target
      const path = nameValues(names, segments, way)
      return fits(operation, path) ? { kind: 'operation', operation, path } : { kind: 'unknown' }
    }
    const others = walk(root, segments, 0, [], ({ operations }) =>
      operations.size > 0 ? operations : undefined,
    )
    return others ? { kind: 'wrong method', allowed: [...others.keys()] } : { kind: 'unknown' }
  }
}

/** Whether the numeric parameters of a path are numbers. */
function fits({ parameters }: OperationContract, path: PathParameters): boolean {
  return parameters.every(({ name, isNumeric }) => !isNumeric || /^\d+$/.test(path.get(name) ?? ''))
}

function addRoute<Found extends OperationContract>(
  root: Node<Found>,
  operation: Found,
  path: string,
): void {
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const [, word = '', name] = /^([^{}]*)\{(.+)\}$/.exec(segment) ?? []
    if (name === undefined) node = stepTo(node.words, segment)
    else if (word !== '') node = stepTo(node.suffixes, word)
    else {
      const spans = operation.parameters.some((one) => one.name === name && one.spansSlashes)
      const kind = spans ? 'span' : 'parameter'
      const next = node[kind] ?? emptyNode<Found>()
      node[kind] = next
      node = next
    }
  }
  // By the newest path: an older one has the same parameters in the same order.
  const names = operation.path.split('/').flatMap((segment) => {
    const [word = '', rest] = segment.split('{', 2)
    return rest === undefined ? [] : [{ word, name: rest.replace('}', '') }]
  })
  node.operations.set(operation.method, { operation, names })
}

function stepTo<Found>(nodes: Map<string, Node<Found>>, word: string): Node<Found> {
  const next = nodes.get(word) ?? emptyNode<Found>()
  nodes.set(word, next)
  return next
}

/**
 * Walks the tree along the segments. Leaves on `way` where the value of each parameter begins and where the next
 * segment after it begins.
 */
function walk<Found, Goal>(
  node: Node<Found>,
  segments: readonly string[],
  position: number,
  way: number[],
  goalOf: (node: Node<Found>) => Goal | undefined,
): Goal | undefined {
  const segment = segments[position]
  if (segment === undefined) return goalOf(node)
  const word = node.words.get(segment)
  const byWord = word && walk(word, segments, position + 1, way, goalOf)
  if (byWord || segment === '') return byWord
  const by = (next: Node<Found>, end: number) => {
    const length = way.push(position, end)
    const goal = walk(next, segments, end, way, goalOf)
    if (!goal) way.length = length - 2
    return goal
  }
  for (const [before, next] of node.suffixes) {
    const bySuffix = segment.startsWith(before) && by(next, position + 1)
    if (bySuffix) return bySuffix
  }
  const byParameter = node.parameter && by(node.parameter, position + 1)
  if (byParameter || !node.span) return byParameter
  for (let end = position + 1; end <= segments.length; end++) {
    const bySpan = by(node.span, end)
    if (bySpan) return bySpan
  }
  return undefined
}

function nameValues(
  names: readonly ParameterPlace[],
  segments: readonly string[],
  way: readonly number[],
): PathParameters {
  const values = new Map<string, string>()
  for (const [index, { name, word }] of names.entries()) {
    const [start = 0, end = 0] = [way[2 * index], way[2 * index + 1]]
    const [only = '', ...others] = segments.slice(start, end)
    const text = others.length === 0 ? only : [only, ...others].join('/')
    values.set(name, decode(text.slice(word.length)))
  }
  return values
}

/** Decodes a segment. A malformed escape is left as it is, and matches no record. */
function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
