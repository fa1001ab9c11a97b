import type { ObjectId } from '../objects/objects.ts'
import { lineText, type PacketReader, ProtocolError } from './pkt-line.ts'

/** The update of a ref by a push. It creates the ref where `before` is undefined, and deletes it where `after` is. */
export interface ReferenceUpdate {
  /** The full name from the client. */
  readonly ref: string
  readonly before: ObjectId | undefined
  readonly after: ObjectId | undefined
}

/**
 * The request of a client to `git-receive-pack` (gitprotocol-pack(5), "Reference Update Request and Packfile
 * Transfer").
 */
export interface PushRequest {
  readonly updates: readonly ReferenceUpdate[]
  readonly capabilities: ReadonlySet<string>
  /** The options of `git push -o`. */
  readonly options: readonly string[]
  /** The commits whose parents the client lacks. */
  readonly shallow: readonly ObjectId[]
  /** Empty where all updates are deletions. */
  readonly pack: Uint8Array
}

/** The maximum number of updates in a push, since all of them are processed in a single step. */
const MAX_UPDATES = 10_000
const MAX_OPTIONS = 1000
const NO_OBJECT = '0'.repeat(40)
const UPDATE = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/s
const SHALLOW = /^shallow ([0-9a-f]{40})$/

/**
 * Parses a request.
 * @throws ProtocolError where it is malformed.
 */
export function readPushRequest(reader: PacketReader): PushRequest {
  const updates: ReferenceUpdate[] = []
  const shallow: ObjectId[] = []
  let capabilities: ReadonlySet<string> | undefined
  for (const line of textsOf(reader)) {
    const [text = '', said] = line.split('\0', 2)
    const [, id] = SHALLOW.exec(text) ?? []
    if (id !== undefined) {
      shallow.push(id)
      continue
    }
    capabilities ??= new Set(said?.trim().split(' '))
    updates.push(readUpdate(text))
    if (updates.length > MAX_UPDATES) {
      throw new ProtocolError(`a push updates at most ${MAX_UPDATES} refs`)
    }
  }
  const options = capabilities?.has('push-options') ? [...textsOf(reader)] : []
  if (options.length > MAX_OPTIONS) {
    throw new ProtocolError(`a push has at most ${MAX_OPTIONS} options`)
  }
  return { updates, capabilities: capabilities ?? new Set(), options, shallow, pack: reader.rest() }
}

/** Iterates over the texts of the lines up to the mandatory flush packet. */
function* textsOf(reader: PacketReader): Generator<string> {
  for (;;) {
    const line = reader.next()
    if (line === 'flush') return
    const text = line && lineText(line)
    if (text === undefined) throw new ProtocolError('expected a line or a flush')
    yield text
  }
}

function readUpdate(text: string): ReferenceUpdate {
  const [, before, after, ref] = UPDATE.exec(text) ?? []
  if (before === undefined || after === undefined || ref === undefined) {
    throw new ProtocolError(`protocol error: expected old/new/ref, got '${text.slice(0, 200)}'`)
  }
  return { ref, before: idOrNone(before), after: idOrNone(after) }
}

const idOrNone = (id: ObjectId) => (id === NO_OBJECT ? undefined : id)
