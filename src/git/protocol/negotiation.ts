import type { ObjectId } from '../objects/objects.ts'
import type { FetchRequest, Have } from './fetch-request.ts'
import { allReach } from './missing-commits.ts'
import type { ServedRepository } from './served-repository.ts'

/** The result of one round of negotiation. */
export interface Negotiation {
  /** The commits that both sides have. */
  readonly common: ReadonlySet<ObjectId>
  /** The lines of the response before the pack. */
  readonly lines: readonly string[]
  /** Whether the pack follows; otherwise the client has to send more haves. */
  readonly isOver: boolean
}

/**
 * Answers the haves of versions 0 and 1 (gitprotocol-pack(5), "Packfile Negotiation"). Over HTTP each request is a
 * complete exchange, which ends with the last line of the client.
 */
export function negotiate(
  repository: ServedRepository,
  { wants, abilities }: FetchRequest,
  haves: Iterable<Have>,
): Negotiation {
  const isDetailed = abilities.has('multi_ack_detailed')
  const isMany = isDetailed || abilities.has('multi_ack')
  const lines: string[] = []
  const common = new Set<ObjectId>()
  let last = ''
  let isReady: boolean | undefined
  const over = (isOver: boolean): Negotiation => ({ common, lines, isOver })
  for (const have of haves) {
    if (have === 'done') {
      if (common.size === 0) lines.push('NAK')
      else if (isMany) lines.push(`ACK ${last}`)
      return over(true)
    }
    if (have === 'flush') {
      // Computed once per request, since it walks the whole history; a client with more haves sends another request.
      if (isDetailed && common.size > 0) {
        isReady ??= allReach(repository.objects, wants, common)
      }
      if (isReady) lines.push(`ACK ${last} ready`)
      if (common.size === 0 || isMany) lines.push('NAK')
      if (abilities.has('no-done') && isReady) {
        lines.push(`ACK ${last}`)
        return over(true)
      }
    } else if (repository.holds(have)) {
      last = have
      common.add(have)
      if (isDetailed) lines.push(`ACK ${have} common`)
      else if (isMany) lines.push(`ACK ${have} continue`)
      else if (common.size === 1) lines.push(`ACK ${have}`)
    }
  }
  // The client reads the acknowledgments and sends another request.
  return over(false)
}

/** Answers the haves of version 2 (gitprotocol-v2(5), "acknowledgments"). */
export function acknowledge(
  repository: ServedRepository,
  { wants, haves, isDone, abilities }: FetchRequest,
): Negotiation {
  const common = new Set([...haves].filter((id) => repository.holds(id)))
  if (isDone || haves.size === 0) return { common, lines: [], isOver: true }
  const isReady =
    !abilities.has('wait-for-done') &&
    common.size > 0 &&
    allReach(repository.objects, wants, common)
  const acknowledged = [...common].map((id) => `ACK ${id}`)
  return {
    common,
    lines: [...(common.size === 0 ? ['NAK'] : acknowledged), ...(isReady ? ['ready'] : [])],
    isOver: isReady,
  }
}
