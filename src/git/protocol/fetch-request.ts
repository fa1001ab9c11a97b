import type { ObjectId } from '../objects/objects.ts'
import { noFilter, type ObjectFilter, readFilter } from '../pack/object-filter.ts'
import { lineText, type PacketReader, ProtocolError } from './pkt-line.ts'

/** A fetch request and the capabilities of its client, in the same form for all versions of the protocol. */
export interface FetchRequest {
  readonly wants: Set<ObjectId>
  /** The commits that the client reports to have. */
  readonly haves: Set<ObjectId>
  /** The shallow boundary of the client: commits whose parents it lacks. */
  readonly shallows: Set<ObjectId>
  /** The maximum number of commits of each line of history, counted from the shallow boundary where `isRelative`. */
  depth: number | undefined
  isRelative: boolean
  /** The minimum commit time, in epoch seconds. */
  since: number | undefined
  /** The refs whose histories are excluded. */
  readonly excluded: string[]
  filter: ObjectFilter
  /** Whether the client has sent all its haves. */
  isDone: boolean
  /**
   * The capabilities: `thin-pack`, `ofs-delta`, `no-progress`, `include-tag`, `side-band-64k`, `multi_ack_detailed` and
   * so on.
   */
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
 * Parses the wants of versions 0 and 1 (gitprotocol-pack(5), "Packfile Negotiation"), with the capabilities after the
 * first one and the limits of the history.
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

/** The haves of a client with their flush packets: ids, and marks of their end. */
export type Have = ObjectId | 'flush' | 'done'

/** Iterates over the haves after the wants, in versions 0 and 1. */
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

/** The capabilities that a client of version 2 sends in lines of their own. */
const flags = ['thin-pack', 'no-progress', 'include-tag', 'ofs-delta', 'wait-for-done']

/**
 * Parses the arguments of the command `fetch` of version 2.
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

/** The maximum depth, by which git means the whole history. */
export const ALL_COMMITS = 0x7fffffff

/** Parses the lines that limit the history and its files, which all versions share. */
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
