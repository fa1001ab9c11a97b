import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { Forge } from '../../../src/forge/forge.ts'

export type { OperationId }

/** Answers a request, or rejects with `connectionClosed` where the connection just ends. */
export type Handle = (request: Request) => Promise<Response>

/** What a fault has to do with: the healthy forge behind it, and a counter of its own occurrences. */
export interface FaultContext {
  readonly forge: Forge
  /** Called whenever an answer or the state of the forge is falsified. */
  hit(): void
}

/** Puts a fault between the client and a healthy forge. */
export type Fault = (context: FaultContext) => Handle

/** Every kind is met by at least one mutant. */
export const mutantKinds = [
  'base64 corrupted',
  'cascade forgotten',
  'connection closed',
  'content corrupted',
  'credential still valid',
  'credential not accepted',
  'default changed',
  'delete not idempotent',
  'diff reversed',
  'event not recorded',
  'field dropped',
  'field null',
  'field of another type',
  'field renamed',
  'filter ignored',
  'filter keeps too much',
  'header wrong',
  'HTML for JSON',
  'media type wrong',
  'order wrong',
  'page wrong',
  'parameter ignored',
  'permission not enforced',
  'private thing leaked',
  'stale read',
  'stalled answer',
  'status wrong',
  'subscription status wrong',
  'transition missing',
  'uniqueness not enforced',
  'validation missing',
  'value wrong',
  'write lost',
] as const
export type MutantKind = (typeof mutantKinds)[number]

/** A server with one fault. */
export interface Mutant {
  /** Says which sentence of the specification is broken, and where; no two mutants share a name. */
  readonly name: string
  /** Where a judge has to report it. */
  readonly operation: OperationId
  /** Where it shows as well, so that it may be reported there instead. */
  readonly alsoAt?: readonly OperationId[] | 'anywhere'
  readonly kind: MutantKind
  /** Where GitLab 8.15 has the same fault (`x-released`), so that it is one with `strict` alone. */
  readonly isAsReleased?: true
  readonly fault: Fault
}

/** Thrown by a handle: the connection ends without an answer. */
export const connectionClosed = new Error('The connection is closed without an answer.')

export interface FaultyServer {
  readonly handle: Handle
  /** How often the fault has occurred. */
  hits(): number
}

export function createFaultyServer(mutant: Pick<Mutant, 'fault'>, forge: Forge): FaultyServer {
  let hits = 0
  const handle = mutant.fault({
    forge,
    hit() {
      hits++
    },
  })
  return { handle, hits: () => hits }
}
