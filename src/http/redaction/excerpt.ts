import { isParameterName, isSecretName, MASK } from './masking.ts'

/** How much of a JSON value is recorded. */
interface ExcerptLimits {
  /** Characters of one text. */
  readonly text: number
  /** Of one array or object. */
  readonly entries: number
  readonly depth: number
  /** Characters of all names and texts together. */
  readonly total: number
}

const defaultLimits: ExcerptLimits = { text: 2000, entries: 100, depth: 6, total: 65_536 }

type Fields = Readonly<Record<string, unknown>>

/**
 * A copy of an object of JSON values that is small whatever was sent, with a mark wherever something
 * is left out: `(a text of 1000000 characters)`, `(900 more)`, `…` for what is nested too deep.
 * Secret fields are masked, and so are names that no parameter has: they may hold anything.
 */
export function excerptOfFields(fields: Fields): Record<string, unknown> {
  return measuredExcerpt(fields).fields
}

/** The same, with how many characters its names and texts have together, its values one each. */
export function measuredExcerpt(
  fields: Fields,
  limits: ExcerptLimits = defaultLimits,
): { readonly fields: Record<string, unknown>; readonly characters: number } {
  let left = limits.total

  function excerptOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return excerptOfText(value)
    if (!isArray(value) && !isFields(value)) return value
    if (depth > limits.depth) return '…'
    return isArray(value) ? excerptOfArray(value, depth) : excerptOfObject(value, depth)
  }

  function excerptOfText(text: string): string {
    const isLong = text.length > Math.min(limits.text, left)
    const kept = isLong ? `(a text of ${text.length} characters)` : text
    left -= kept.length
    return kept
  }

  function excerptOfArray(array: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const value of array) {
      if (kept.length >= limits.entries || left <= 0) break
      left -= 1
      kept.push(excerptOf(value, depth + 1))
    }
    return kept.length < array.length ? [...kept, `(${array.length - kept.length} more)`] : kept
  }

  function excerptOfObject(object: Fields, depth: number): Record<string, unknown> {
    const names = Object.keys(object)
    const kept: [string, unknown][] = []
    for (const name of names) {
      if (kept.length >= limits.entries || left <= 0) break
      const shown = isParameterName(name) ? name : MASK
      left -= shown.length + 1
      kept.push([shown, isSecretName(name) ? MASK : excerptOf(object[name], depth + 1)])
    }
    const more = names.length - kept.length
    return Object.fromEntries(more > 0 ? [...kept, ['…', `(${more} more)`]] : kept)
  }

  const excerpt = excerptOfObject(fields, 0)
  return { fields: excerpt, characters: limits.total - left }
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
