import { ApiError, releasedError } from '../contract/errors.ts'
import type {
  AnswersAs,
  OperationContract,
  ReleasedAnswer,
  Situation,
} from '../contract/operation-contract.ts'
import type { Answer } from './response.ts'

/** Runs an operation, and answers as GitLab 8.15 did in the situations that its contract names (`x-released`). */
export function answerAs(
  answersAs: AnswersAs,
  { released }: OperationContract,
  answer: () => Answer,
): Answer {
  if (answersAs === 'specified' || !released) return answer()
  const releasedIn = (situation: Situation) => released.find(({ when }) => when === situation)
  try {
    return releasedAnswer(answer(), releasedIn)
  } catch (error) {
    const found = error instanceof ApiError && error.situation && releasedIn(error.situation)
    throw found ? releasedError(found) : error
  }
}

function releasedAnswer(
  answer: Answer,
  releasedIn: (situation: Situation) => ReleasedAnswer | undefined,
): Answer {
  const removed = releasedIn('already_removed')
  if (removed && isNothing(answer.json)) throw releasedError(removed)
  const created = releasedIn('created')
  if (!created) return answer
  const { json } = answer
  return { ...answer, status: created.answered, json: Array.isArray(json) ? json[0] : json }
}

/** Whether a result is that of deleting a missing record: null, or that access is revoked. */
function isNothing(json: unknown): boolean {
  return json === null || (typeof json === 'object' && 'message' in json)
}
