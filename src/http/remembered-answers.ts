import { type WrittenJson, writeJson } from '../resources/remembered.ts'
import type { RawParameters } from './body.ts'
import type { Perspective } from './perspectives.ts'
import type { RequestAddress } from './request-address.ts'
import type { Answer } from './response.ts'

/** An answer, and how its operation was asked for it. */
export interface RememberedAnswer {
  readonly answer: Answer
  readonly parameters: RawParameters
  /** The names of those that the contract filled in. */
  readonly defaulted: readonly string[]
}

/**
 * In characters of JSON: a longer answer is not kept, and not more than so many together. Up to `text`
 * a server writes a text with its headers in one piece; beyond that bytes, which nobody copies, are faster.
 */
const most = { text: 2 ** 12, characters: 2 ** 16, together: 2 ** 22 }

/**
 * The answers of a forge to reading operations, by how the world was seen and by the address. A
 * perspective lasts until something is written, and so does what it shows; whatever else an answer may
 * depend on is for `ReadingContext` to notice.
 */
export class RememberedAnswers {
  #answers = new WeakMap<Perspective, Map<RequestAddress, RememberedAnswer>>()
  #together = 0

  at(perspective: Perspective, address: RequestAddress): RememberedAnswer | undefined {
    return this.#answers.get(perspective)?.get(address)
  }

  /** Gives the same answer, written once for all. */
  keep(
    perspective: Perspective,
    address: RequestAddress,
    { answer, ...asked }: RememberedAnswer,
  ): Answer {
    if (answer.json === undefined) return answer
    const written = writeJson(answer.json)
    const { length, isAscii } = written
    if (length > most.characters) return { ...answer, written }
    const whole = {
      ...answer,
      written: isAscii && length <= most.text ? asText(written) : asBytes(written),
    }
    this.#makeRoom(length)
    const known = this.#answers.get(perspective) ?? new Map()
    this.#answers.set(perspective, known.set(address, { answer: whole, ...asked }))
    return whole
  }

  #makeRoom(characters: number): void {
    this.#together += characters
    if (this.#together <= most.together) return
    this.#answers = new WeakMap()
    this.#together = characters
  }
}

function asText({ length, isAscii, read }: WrittenJson): WrittenJson {
  const text = read()
  return { length, isAscii, read: () => text }
}

function asBytes({ length, isAscii, read }: WrittenJson): WrittenJson {
  const bytes = new TextEncoder().encode(read())
  return { length, isAscii, bytes, read: () => new TextDecoder().decode(bytes) }
}
