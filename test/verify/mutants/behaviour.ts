import type { Call } from './call.ts'
import { isAnonymous, permit, showAll } from './faults/access.ts'
import { editStatus } from './faults/answers.ts'
import { editList } from './faults/lists.ts'
import { lose, staleReads } from './faults/state.ts'
import type { Json } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/* Mutants of whole operations: of their status, their order, their effect and who may call them. */

export const statusWrong = (
  operation: OperationId,
  from: number,
  to: number,
  when: string,
  isMeant?: (json: Json | undefined, call: Call) => boolean,
): Mutant => ({
  name: `${operation} answers ${to} for ${from} ${when}`,
  operation,
  kind: 'status wrong',
  fault: editStatus(operation, from, to, isMeant),
})

/** The created resource comes with the status 200. */
export const createdAsOk = (operation: OperationId): Mutant =>
  statusWrong(operation, 201, 200, 'when it has created something')

/** What is not there is answered with success. */
export const unknownAsOk = (operation: OperationId): Mutant =>
  statusWrong(operation, 404, 200, 'when there is no such thing')

/** A second delete is a 404, where it has to be a 200. */
export const notIdempotent = (operation: OperationId): Mutant => ({
  name: `${operation} answers 404 for what is gone already`,
  operation,
  kind: 'delete not idempotent',
  fault: editStatus(operation, 200, 404, (json) => json === null || json === undefined),
})

export const reversed = (operation: OperationId): Mutant => ({
  name: `${operation} answers its list in reverse`,
  operation,
  kind: 'order wrong',
  fault: editList(operation, (items) => items.toReversed()),
})

/** The answer is the one of a write that happened, but nothing was written. */
export const lost = (operation: OperationId, alsoAt: readonly OperationId[]): Mutant => ({
  name: `${operation} answers well and writes nothing`,
  operation,
  alsoAt,
  kind: 'write lost',
  fault: lose(operation),
})

/** The same of a write that should change a state. */
export const transitionMissing = (
  operation: OperationId,
  why: string,
  alsoAt: readonly OperationId[],
  isMeant?: (call: Call) => boolean,
): Mutant => ({
  name: `${operation}: ${why}`,
  operation,
  alsoAt,
  kind: 'transition missing',
  fault: lose(operation, isMeant),
})

export const stale = (operation: OperationId): Mutant => ({
  name: `${operation} answers from before the last write`,
  operation,
  kind: 'stale read',
  fault: staleReads(operation),
})

/** Those who are signed in and get a 403 or a 401 may do it. */
export const permitted = (operation: OperationId, whom: string): Mutant => ({
  name: `${operation} is not refused to ${whom}`,
  operation,
  kind: 'permission not enforced',
  fault: permit(operation, [401, 403]),
})

/** Those who show no credentials may do it. */
export const permittedToAnonymous = (operation: OperationId): Mutant => ({
  name: `${operation} is not refused without credentials`,
  operation,
  kind: 'permission not enforced',
  fault: permit(operation, [401], isAnonymous),
})

/** What is hidden with a 404 from those who may not see it is shown. */
export const notHidden = (operation: OperationId, from: string): Mutant => ({
  name: `${operation} is not hidden from ${from}`,
  operation,
  kind: 'private thing leaked',
  fault: permit(operation, [403, 404]),
})

/** A list, or one answer, holds what only an administrator sees. */
export const leaking = (operation: OperationId, what: string): Mutant => ({
  name: `${operation} shows ${what}`,
  operation,
  kind: 'private thing leaked',
  fault: showAll(operation),
})
