import leven from 'leven'
import type { Api } from '../../contract/apis.ts'

/** The operation that a request probably meant. */
export interface NearestOperation {
  /** Its method and path, such as `GET /projects/{id}`. */
  readonly operation: string
  /** Whether Forgery serves the operation. One that is not served would only be refused again. */
  readonly isServed: boolean
  /** Whether the request would match if the slashes within the path of a project or file were escaped. */
  readonly hasUnescapedSlash: boolean
}

/** The weights in the distance between a request and an operation; the smallest sum is the nearest. */
const costs = { parameter: 0.05, unescapedSlash: 0.3, otherMethod: 0.3, most: 0.75 }

/** Returns how many letters of a word may be wrong: one in three, but at least two, as where two are swapped. */
const mistakesAllowedIn = (length: number) => Math.max(2, Math.floor(length / 3))

/** The longest path that is compared, in segments. Longer ones are no typos of an operation. */
const MAX_PARTS = 12

/**
 * Finds the operation of an API whose method and path are most similar to those of a request without a route. Both
 * served operations and those that GitLab had besides are considered. `path` is below the base path of the API.
 *
 * @example nearestOperation(v3, 'GET', '/projcts/1')?.operation // 'GET /projects/{id}'
 */
export function nearestOperation(
  api: Api,
  method: string,
  path: string,
): NearestOperation | undefined {
  const parts = path.split('/').slice(1)
  if (parts.length > MAX_PARTS) return undefined
  let best: Candidate | undefined
  for (const candidate of candidates(api)) {
    const distance = distanceOf(candidate.path.split('/').slice(1), parts)
    const cost = distance + costOfMethod(method, candidate.method)
    if (cost < (best?.cost ?? costs.most)) best = { ...candidate, cost }
  }
  return (
    best && {
      operation: `${best.method} ${best.path}`,
      isServed: best.isServed,
      hasUnescapedSlash: best.path.split('/').length <= parts.length,
    }
  )
}

/**
 * Returns the distance between two methods. GitLab updates with PUT where other APIs use PATCH, so that pair is close.
 */
function costOfMethod(asked: string, served: string): number {
  if (asked === served) return 0
  return asked === 'PATCH' && served === 'PUT' ? costs.otherMethod / 2 : costs.otherMethod
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly isServed: boolean
}

interface Candidate extends Operation {
  readonly cost: number
}

function* candidates({ operations, unserved }: Api): Generator<Operation> {
  for (const { method, path } of operations) yield { method, path, isServed: true }
  for (const { method, path } of unserved) yield { method, path, isServed: false }
}

/**
 * Computes the distance between a template and a path; infinite where they are not alike. A parameter may span a slash
 * where a word follows it, or where it is the last one and a name.
 */
function distanceOf(
  template: readonly string[],
  parts: readonly string[],
  before?: string,
): number {
  const [word, ...words] = template
  const [part, ...rest] = parts
  if (word === undefined || part === undefined) {
    return template.length === parts.length ? 0 : Number.POSITIVE_INFINITY
  }
  if (!word.startsWith('{')) return distanceOfWords(word, part) + distanceOf(words, rest, word)
  const plain = distanceOf(words, rest)
  const isFollowed = words.length > 0 && rest.length > words.length
  const isLastName = words.length === 0 && rest.length === 1 && isPath(`${before}/${word}`, part)
  const spanning =
    isFollowed || isLastName
      ? costs.unescapedSlash + distanceOf(words, rest.slice(1))
      : Number.POSITIVE_INFINITY
  return costs.parameter + Math.min(plain, spanning)
}

/** Whether the last parameter identifies a record by a path, and `part` may be the beginning of that path. */
function isPath(parameter: string, part: string): boolean {
  const mayBegin = !/^\d+$|%2f/i.test(part)
  return mayBegin && ['projects/{id}', 'branches/{branch}', 'tags/{tag_name}'].includes(parameter)
}

function distanceOfWords(word: string, part: string): number {
  const longest = Math.max(word.length, part.length)
  if (longest > 2 * word.length + 2) return Number.POSITIVE_INFINITY
  const mistakes = leven(word, part.toLowerCase())
  return mistakes <= mistakesAllowedIn(longest) ? mistakes / longest : Number.POSITIVE_INFINITY
}
