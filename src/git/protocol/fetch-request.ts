import type { ObjectId } from '../objects/objects.ts'
import { noFilter, type ObjectFilter, readFilter } from '../pack/object-filter.ts'
import { lineText, type PacketReader, ProtocolError } from './pkt-line.ts'

/** What a client asks for, and what it says of itself; all versions of the protocol say the same. */
export interface FetchRequest {
  readonly wants: Set<ObjectId>
  /** What the client says it has. */
  readonly haves: Set<ObjectId>
  /** Commits whose parents the client has not, by an earlier shallow fetch. */
  readonly shallows: Set<ObjectId>
  /** How many commits of each line of history; counted from the shallow ones where it `isRelative`. */
  depth: number | undefined
  isRelative: boolean
  /** No commits before this moment, in epoch seconds. */
  since: number | undefined
  /** No commits of the histories of these refs. */
  readonly excluded: string[]
  filter: ObjectFilter
  /** Whether the client has said all that it has. */
  isDone: boolean
  /** `thin-pack`, `ofs-delta`, `no-progress`, `include-tag`, `side-band-64k`, `multi_ack_detailed` and so on. */
  readonly abilities: Set<string>
}

export function emptyRequest(): FetchRequest {
  return {
    wants: new Set(),
    haves: new Set(),
    shallows: new Set(),
    depth: undefined,
    isRelative: false,
    since: undefined,
    excluded: [],
    filter: noFilter,
    isDone: false,
    abilities: new Set(),
  }
}

/**
 * Reads what versions 0 and 1 send before what the client has (gitprotocol-pack(5), "Packfile Negotiation"): what it
 * wants, with its abilities behind the first, and how much of it.
 * @throws ProtocolError where a line is none of these.
 */
export function readWants(reader: PacketReader): FetchRequest {
  const request = emptyRequest()
  for (const line of reader.texts()) {
    const [, id, abilities] = /^want ([0-9a-f]{40})(?: (.*))?$/.exec(line) ?? []
    if (id === undefined) {
      readLimit(request, line)
      continue
    }
    request.wants.add(id)
    for (const ability of (abilities ?? '').split(' ')) request.abilities.add(ability)
  }
  request.isRelative = request.abilities.has('deepen-relative')
  return request
}

/** What a client has, line by line, until it has none left: the ids, and where they end. */
export type Have = ObjectId | 'flush' | 'done'

/** Reads what follows the wants, in versions 0 and 1. */
export function* readHaves(reader: PacketReader): Generator<Have> {
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    const text = lineText(line)
    const id = /^have ([0-9a-f]{40})$/.exec(text ?? '')?.[1]
    if (line === 'flush') yield 'flush'
    else if (id !== undefined) yield id
    else if (text === 'done') return yield 'done'
    else throw new ProtocolError(`expected SHA1 list, got '${text ?? line}'`)
  }
}

/** What a client of version 2 may say of itself in a line of its own. */
const flags = ['thin-pack', 'no-progress', 'include-tag', 'ofs-delta', 'wait-for-done']

/**
 * Reads the arguments of the command `fetch` of version 2.
 * @throws ProtocolError where one is unknown.
 */
export function readFetchArguments(lines: Iterable<string>): FetchRequest {
  const request = emptyRequest()
  request.abilities.add('side-band-64k')
  for (const line of lines) {
    const [, kind, id = ''] = /^(want|have) ([0-9a-f]{40})$/.exec(line) ?? []
    if (kind === 'want') request.wants.add(id)
    else if (kind === 'have') request.haves.add(id)
    else if (line === 'done') request.isDone = true
    else if (line === 'deepen-relative') request.isRelative = true
    else if (flags.includes(line)) request.abilities.add(line)
    else readLimit(request, line)
  }
  return request
}

/** The greatest number of commits there is: git means all of them by it. */
export const ALL_COMMITS = 0x7fffffff

/** How much of the history and its files: lines that all versions have. */
function readLimit(request: FetchRequest, line: string): void {
  const [, name, value = ''] = /^([a-z-]+) (.+)$/.exec(line) ?? []
  const number = /^\d{1,15}$/.test(value) ? Number(value) : undefined
  if (name === 'shallow' && /^[0-9a-f]{40}$/.test(value)) request.shallows.add(value)
  else if (name === 'deepen' && number) request.depth = Math.min(number, ALL_COMMITS)
  else if (name === 'deepen-since' && number) request.since = number
  else if (name === 'deepen-not') request.excluded.push(value)
  else if (name === 'filter') request.filter = readFilter(value)
  else throw new ProtocolError(`protocol error, expected to get object ID, not '${line}'`)
}
