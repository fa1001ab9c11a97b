import type { OperationContract } from '../contract/operation-contract.ts'
import type { Identity } from '../gitlab/access/credentials.ts'
import { Later } from '../gitlab/operations/answers.ts'
import type { Store } from '../store/store.ts'
import { answerText } from './answer-text.ts'
import type { Call } from './call.ts'
import type { GivenParameters } from './given-parameters.ts'
import { entityTagOf } from './protocol-headers.ts'
import type { Answer } from './response.ts'

/** What the response of a GET depends on, besides its URL. */
interface AnswerRequest {
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  readonly identity: Identity
  readonly operation: OperationContract
}

/** A response, and the parameters that it was made for. */
interface KnownAnswer {
  readonly answer: Answer
  readonly given: GivenParameters
}

/** How many responses are kept for a store; the oldest is evicted first. */
const MAX_ANSWERS = 50

/** The longest JSON that is kept, in characters. */
const MAX_KEPT_CHARACTERS = 100_000

/** The responses of one revision of a store. */
class AnswerMemo {
  readonly #answers = new Map<string, KnownAnswer>()
  #revision = 0

  find(revision: number, key: string): KnownAnswer | undefined {
    if (this.#revision === revision) return this.#answers.get(key)
    this.#answers.clear()
    this.#revision = revision
    return undefined
  }

  add(key: string, answer: KnownAnswer): void {
    if (this.#answers.size >= MAX_ANSWERS) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest)
        break
      }
    }
    this.#answers.set(key, answer)
  }
}

const memos = new WeakMap<Store, AnswerMemo>()

/**
 * Runs the operation of a request, or repeats its response to the same GET by the same caller on the same day where
 * the store has not changed since. Responses are kept as text, so that nothing is serialized twice.
 * Refusals, files, and operations that have side effects or depend on the time of day always run.
 */
export function runOrRepeat(call: Call, request: AnswerRequest, run: () => Answer): Answer {
  const { store, operation } = request
  if (operation.method !== 'GET' || operation.hasEffect) return run()
  if (operation.dependsOnTime) return withText(call, run())
  const memo = memoOf(store)
  const { revision } = store
  const key = keyOf(call, request)
  const known = memo.find(revision, key)
  if (known) {
    call.given = known.given
    return known.answer
  }
  const answer = withText(call, run())
  const { status, headers, text, entityTag } = answer
  if (text === undefined || store.revision !== revision) return answer
  if (text.length <= MAX_KEPT_CHARACTERS) {
    memo.add(key, {
      answer: { status, headers, text, ...(entityTag ? { entityTag } : {}) },
      given: call.given,
    })
  }
  return answer
}

/** Serializes the JSON of a response, unless it is still to come. */
export function withText({ address }: Call, answer: Answer): Answer {
  if (answer.file || answer.json === undefined || answer.json instanceof Later) return answer
  const text = answerText(answer.json)
  const tag = address.api?.sendsProtocolHeaders ? { entityTag: entityTagOf(text) } : {}
  return { text, ...tag, ...answer }
}

function memoOf(store: Store): AnswerMemo {
  const known = memos.get(store)
  if (known) return known
  const memo = new AnswerMemo()
  memos.set(store, memo)
  return memo
}

/** The key of a response: its day, the caller with the credential, and the URL with its origin, which links contain. */
function keyOf({ address }: Call, { now, identity }: AnswerRequest): string {
  const { user, sudoer, credential, job } = identity
  const today = now.slice(0, 10)
  return `${today} ${user?.id} ${sudoer?.id} ${credential?.id} ${job?.id} ${address.url.href}`
}
