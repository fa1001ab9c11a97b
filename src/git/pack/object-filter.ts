import type { GitObject } from '../objects/objects.ts'
import { ProtocolError } from '../protocol/pkt-line.ts'

/** The objects that a partial clone omits (git-rev-list(1), `--filter`). */
export interface ObjectFilter {
  /** The size in bytes from which blobs are omitted; 0 omits all. */
  readonly blobsFrom: number
  /** The depth below the tree of a commit from which objects are omitted; 0 omits the tree itself. */
  readonly depth: number
  /** The types of objects that are not omitted; undefined for all. */
  readonly types: ReadonlySet<GitObject['type']> | undefined
}

/** A filter that omits nothing. */
export const noFilter: ObjectFilter = {
  blobsFrom: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  types: undefined,
}

const units: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }
const objectTypes: readonly GitObject['type'][] = ['commit', 'tree', 'blob', 'tag']

/** The maximum number of combined filters. */
const MAX_COMBINED = 20

/**
 * Parses a filter of a client.
 * @throws ProtocolError where it is unknown or not supported.
 */
export function readFilter(text: string): ObjectFilter {
  const combined = textAfter(text, 'combine:')
  if (combined !== undefined) {
    const parts = combined.split('+')
    if (parts.length > MAX_COMBINED) throw unknownFilter(text)
    return parts.map((part) => readFilter(decoded(part))).reduce(both)
  }
  if (text === 'blob:none') return { ...noFilter, blobsFrom: 0 }
  const limit = /^blob:limit=(\d{1,12})([kmg]?)$/i.exec(text)
  if (limit) {
    const unit = units[(limit[2] ?? '').toLowerCase()] ?? 1
    return { ...noFilter, blobsFrom: Number(limit[1]) * unit }
  }
  const depth = /^tree:(\d{1,9})$/.exec(text)
  if (depth) return { ...noFilter, depth: Number(depth[1]) }
  const type = objectTypes.find((each) => text === `object:type=${each}`)
  if (type) return { ...noFilter, types: new Set([type]) }
  throw unknownFilter(text)
}

/** Combines two filters, omitting what either omits. */
function both(one: ObjectFilter, other: ObjectFilter): ObjectFilter {
  const types = objectTypes.filter((type) => keepsType(one, type) && keepsType(other, type))
  return {
    blobsFrom: Math.min(one.blobsFrom, other.blobsFrom),
    depth: Math.min(one.depth, other.depth),
    types: new Set(types),
  }
}

/** Whether a filter keeps objects of a type. */
export function keepsType({ types }: ObjectFilter, type: GitObject['type']): boolean {
  return types === undefined || types.has(type)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw unknownFilter(part)
  }
}

function textAfter(text: string, start: string): string | undefined {
  return text.startsWith(start) ? text.slice(start.length) : undefined
}

const unknownFilter = (text: string) => new ProtocolError(`invalid filter-spec '${text}'`)
