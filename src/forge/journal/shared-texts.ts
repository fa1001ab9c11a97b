import type { IncomingHeaders } from '../../http/incoming-request.ts'
import { headerParts } from '../../http/redaction/redact-headers.ts'

/**
 * Gives again what a request has in common with the one before: a client sends the same headers and credentials
 * again and again, and what is kept of many requests then is kept once.
 */
export class SharedTexts {
  #headers: readonly string[] = []
  #headerText = ''
  readonly #last: Record<ListName, readonly string[]> = {
    secrets: [],
    givenSecrets: [],
    defaulted: [],
  }

  /** The headers of a request as one text of bounded size, a line each. */
  headerText(headers: IncomingHeaders): string {
    const list = headers.raw ?? headerParts(headers)
    if (!isSameList(list, this.#headers)) {
      this.#headers = list
      this.#headerText = (headers.raw ? headerParts(headers) : list).join('')
    }
    return this.#headerText
  }

  list(name: ListName, list: readonly string[]): readonly string[] {
    if (!isSameList(list, this.#last[name])) this.#last[name] = list
    return this.#last[name]
  }
}

/** The credentials of a request, the secrets among its parameters, the parameters that were left out. */
type ListName = 'secrets' | 'givenSecrets' | 'defaulted'

/** Whether two lists have the same texts in the same order; without a function for each list that is looked at. */
function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}
