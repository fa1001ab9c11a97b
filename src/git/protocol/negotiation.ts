import type { ObjectId } from '../objects/objects.ts'
import type { FetchRequest, Have } from './fetch-request.ts'
import { allReach } from './missing-commits.ts'
import type { ServedRepository } from './served-repository.ts'

/** What a client hears of what it has. */
export interface Negotiation {
  /** What both sides have. */
  readonly common: ReadonlySet<ObjectId>
  /** The lines of the answer, but for the pack. */
  readonly lines: readonly string[]
  /** Whether the pack follows; otherwise the client is to say more. */
  readonly isOver: boolean
}

/**
 * The answers of versions 0 and 1 to what a client has (gitprotocol-pack(5), "Packfile Negotiation"). Each request is a
 * conversation of its own, which ends with the last line that the client sent.
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
      // Once a request: it is a look at the whole history, and a client that has more to say asks anew.
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
  // A client that ends here reads what it was answered, and asks anew.
  return over(false)
}

/** The same of version 2 (gitprotocol-v2(5), "acknowledgments"). */
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
