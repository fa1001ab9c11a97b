import { type WrittenJson, writeJson } from '../gitlab/resources/remembered.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { RequestAddress } from './request-address.ts'
import type { Answer } from './response.ts'

/** An answer, and how its operation was asked for it. */
export interface RememberedAnswer {
  readonly answer: Answer
  readonly given: GivenParameters
}

/**
 * In characters of JSON: a longer answer is not kept, and not more than so many together. Up to `text` bytes
 * a server writes a text with its headers in one piece; beyond that bytes, which nobody copies, are faster.
 */
const most = { text: 2 ** 12, characters: 2 ** 16, together: 2 ** 22 }

/** How many characters are kept by all that share it. */
export interface AnswerBudget {
  characters: number
}

/** Whether so much is kept that all of it is to be let go. */
export const isSpent = ({ characters }: AnswerBudget) => characters > most.together

/**
 * What reading operations answered in one perspective, by the address. A perspective lasts until something is
 * written, and so does what it shows; whatever else an answer may depend on is for `ReadingContext` to
 * notice.
 */
export class RememberedAnswers {
  #answers: Map<RequestAddress, RememberedAnswer> | undefined
  readonly #budget: AnswerBudget

  constructor(budget: AnswerBudget) {
    this.#budget = budget
  }

  letGo(): void {
    this.#answers = undefined
  }

  at(address: RequestAddress): RememberedAnswer | undefined {
    return this.#answers?.get(address)
  }

  /** Gives the same answer, written once for all. */
  keep(address: RequestAddress, { answer, given }: RememberedAnswer): Answer {
    if (answer.json === undefined) return answer
    const { status, headers, json } = answer
    const written = writeJson(json)
    const { length } = written
    if (length > most.characters) return { status, headers, json, written }
    const whole = { status, headers, json, written: encoded(written) }
    this.#budget.characters += length
    this.#answers ??= new Map()
    this.#answers.set(address, { answer: whole, given })
    return whole
  }
}

function encoded(written: WrittenJson): WrittenJson {
  const text = written.read()
  const { length } = text
  const bytes = new TextEncoder().encode(text)
  const byteLength = bytes.length
  if (byteLength <= most.text) return { length, byteLength, read: () => text }
  return { length, byteLength, bytes, read: () => new TextDecoder().decode(bytes) }
}
