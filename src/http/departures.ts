import { ApiError, departed } from '../contract/errors.ts'
import type { Departure, OperationContract, Situation } from '../contract/operation-contract.ts'
import type { Answer } from './response.ts'

/**
 * Whose answers a forge gives where the specification and GitLab 8.15 are known to differ: those that
 * are specified, or those of the release (`x-released` in `schemas/`).
 */
export type AnswersAs = 'specified' | 'released'

/** Answers an operation; as GitLab 8.15 did in the situations that its contract names. */
export function answerAs(
  answersAs: AnswersAs,
  operation: OperationContract,
  answer: () => Answer,
): Answer {
  const { departures } = operation
  if (answersAs === 'specified' || !departures) return answer()
  const departureIn = (situation: Situation) => departures.find(({ when }) => when === situation)
  try {
    return releasedAnswer(answer(), departureIn)
  } catch (error) {
    const departure = error instanceof ApiError && error.situation && departureIn(error.situation)
    throw departure ? departed(departure) : error
  }
}

function releasedAnswer(
  answer: Answer,
  departureIn: (situation: Situation) => Departure | undefined,
): Answer {
  const removed = departureIn('already_removed')
  if (removed && isNothing(answer.json)) throw departed(removed)
  const created = departureIn('created')
  if (!created) return answer
  const { json } = answer
  return { ...answer, status: created.answered, json: Array.isArray(json) ? json[0] : json }
}

/** What the deletion of something that is not there answers: null, or that access is revoked. */
function isNothing(json: unknown): boolean {
  return json === null || (typeof json === 'object' && 'message' in json)
}
