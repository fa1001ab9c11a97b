import type { ProtocolVersion } from './advertisement.ts'
import { type FetchRequest, readFetchArguments, readHaves, readWants } from './fetch-request.ts'
import { acknowledge, negotiate } from './negotiation.ts'
import { contentOf, type PackContent } from './pack-content.ts'
import { lineText, markPacket, PacketReader, ProtocolError, packet, sideBand } from './pkt-line.ts'
import { type ServedRepository, shownReferences } from './served-repository.ts'
import { changesDepth, shallowChange } from './shallow.ts'

/** The options of a response. */
export interface UploadOptions {
  readonly version: ProtocolVersion
  /** Lines that git shows to its user, sent with the pack. */
  readonly notices: readonly string[]
}

/** A response in pieces. Its content is determined before the first piece is requested. */
export type PackAnswer = Iterable<Uint8Array>

/**
 * Answers `POST git-upload-pack`, which a clone or a fetch sends. An error in the request becomes an `ERR` line, which
 * git shows to its user.
 */
export function uploadPack(
  repository: ServedRepository,
  request: Uint8Array,
  { version, notices }: UploadOptions,
): PackAnswer {
  const reader = new PacketReader(request)
  try {
    return version === 2
      ? runCommand(repository, reader, notices)
      : answerFetch(repository, reader, notices)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return [packet(`ERR upload-pack: ${error.message.slice(0, MAX_QUOTED)}`)]
  }
}

/** The maximum length of an error message, which quotes the client's line; a longer one would not fit into a line. */
const MAX_QUOTED = 1000

/** Answers a fetch of versions 0 and 1. */
function answerFetch(
  repository: ServedRepository,
  reader: PacketReader,
  notices: readonly string[],
): PackAnswer {
  const request = readWants(reader)
  if (request.wants.size === 0) return []
  checkWants(repository, request)
  const answer: Uint8Array[] = []
  const change = changesDepth(request) ? shallowChange(repository, request) : undefined
  if (change) {
    answer.push(...change.shallow.map((id) => packet(`shallow ${id}`)))
    answer.push(...change.unshallow.map((id) => packet(`unshallow ${id}`)))
    answer.push(markPacket('flush'))
  }
  const negotiated = negotiate(repository, request, readHaves(reader))
  answer.push(...negotiated.lines.map((line) => packet(line)))
  if (!negotiated.isOver) return answer
  const content = contentOf(repository, request, negotiated.common, change)
  return joined(answer, packOf(request, content, notices))
}

/** Runs a command of version 2 (gitprotocol-v2(5), "Command Request"). */
function runCommand(
  repository: ServedRepository,
  reader: PacketReader,
  notices: readonly string[],
): PackAnswer {
  const { command, hasArguments } = readCommand(reader)
  if (command === undefined) return []
  const lines = hasArguments ? argumentsOf(reader, command) : []
  if (command === 'ls-refs') return listReferences(repository, [...lines])
  if (command === 'fetch') {
    return answerFetchCommand(repository, readFetchArguments(lines), notices)
  }
  throw new ProtocolError(`invalid command '${command}'`)
}

function* argumentsOf(reader: PacketReader, command: string): Generator<string> {
  const end = yield* reader.texts()
  if (end !== 'flush') throw new ProtocolError(`expected flush after ${command} arguments`)
}

function readCommand(reader: PacketReader) {
  let command: string | undefined
  for (;;) {
    const line = reader.next()
    const text = line === undefined ? undefined : lineText(line)
    if (text === undefined) return { command, hasArguments: line === 'delimiter' }
    if (text.startsWith('command=')) command = text.slice('command='.length)
    else if (text.startsWith('object-format=') && text !== 'object-format=sha1') {
      throw new ProtocolError(`mismatched object format; server sha1, client ${text}`)
    }
  }
}

/**
 * Returns a test whether a name begins with one of some prefixes, of which there can be thousands; without any prefix,
 * all names match.
 */
function prefixTest(prefixes: readonly string[]): (name: string) => boolean {
  const known = new Set(prefixes)
  const lengths = [...new Set(prefixes.map(({ length }) => length))]
  return (name) => known.size === 0 || lengths.some((length) => known.has(name.slice(0, length)))
}

function listReferences(repository: ServedRepository, lines: readonly string[]): PackAnswer {
  const isAsked = prefixTest(lines.flatMap((line) => /^ref-prefix (.*)$/.exec(line)?.[1] ?? []))
  const [peels, shows, names] = ['peel', 'symrefs', 'unborn'].map((one) => lines.includes(one))
  const answer: Uint8Array[] = []
  const shown = shownReferences(repository)
  if (names && shown[0]?.name !== 'HEAD' && isAsked('HEAD')) {
    const target = shows ? ` symref-target:refs/heads/${repository.head}` : ''
    answer.push(packet(`unborn HEAD${target}`))
  }
  for (const { name, id, peeled, target } of shown) {
    if (!isAsked(name)) continue
    const pointsTo = shows && target !== undefined ? ` symref-target:${target}` : ''
    const standsFor = peels && peeled !== undefined ? ` peeled:${peeled}` : ''
    answer.push(packet(`${id} ${name}${pointsTo}${standsFor}`))
  }
  return [...answer, markPacket('flush')]
}

function answerFetchCommand(
  repository: ServedRepository,
  request: FetchRequest,
  notices: readonly string[],
): PackAnswer {
  if (request.wants.size === 0 && !request.abilities.has('wait-for-done')) return []
  checkWants(repository, request)
  const { common, lines, isOver } = acknowledge(repository, request)
  const answer: Uint8Array[] = []
  if (lines.length > 0) {
    answer.push(packet('acknowledgments'), ...lines.map((line) => packet(line)))
    if (!isOver) return [...answer, markPacket('flush')]
    answer.push(markPacket('delimiter'))
  }
  const change = changesDepth(request) ? shallowChange(repository, request) : undefined
  if (change) {
    answer.push(
      packet('shallow-info'),
      ...change.shallow.map((id) => packet(`shallow ${id}`)),
      ...change.unshallow.map((id) => packet(`unshallow ${id}`)),
      markPacket('delimiter'),
    )
  }
  answer.push(packet('packfile'))
  const content = contentOf(repository, request, common, change)
  return joined(answer, packOf(request, content, notices))
}

/** Rejects objects that are not reachable in the repository, though the database may contain them. */
function checkWants(repository: ServedRepository, { wants, shallows }: FetchRequest): void {
  for (const id of wants) {
    if (!repository.holds(id)) throw new ProtocolError(`not our ref ${id}`)
  }
  for (const id of shallows) if (!repository.holds(id)) shallows.delete(id)
}

/**
 * Sends the pack over the side-band that the client supports, or plainly where it supports none, and ends the response.
 */
function* packOf(
  { abilities }: FetchRequest,
  { count, pieces }: PackContent,
  notices: readonly string[],
): PackAnswer {
  const isLarge = abilities.has('side-band-64k')
  if (!isLarge && !abilities.has('side-band')) {
    yield* pieces
    return
  }
  const isSmall = !isLarge
  yield* sideBand(2, notices.map((line) => `${line}\n`).join(''), isSmall)
  if (!abilities.has('no-progress')) {
    yield* sideBand(2, `Enumerating objects: ${count}, done.\n`, isSmall)
    yield* sideBand(2, `Counting objects: 100% (${count}/${count}), done.\n`, isSmall)
  }
  for (const piece of pieces) yield* sideBand(1, piece, isSmall)
  yield markPacket('flush')
}

function* joined(first: PackAnswer, second: PackAnswer): PackAnswer {
  yield* first
  yield* second
}
