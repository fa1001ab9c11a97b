import { tooLargeAnswer } from '../contract/errors.ts'

/** How many characters the JSON of an answer has at most; what is more takes a client's memory and everybody's time. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

/** How many entries of a list are written at once: as many as a page mostly has. One by one takes half as long again. */
const ENTRIES_AT_ONCE = 20

/**
 * The JSON of an answer. A list, and one that an answer has in it, is written a few entries at a time, so that one
 * without end is refused before it is written.
 * @throws ApiError 400 where it is too large.
 */
export function answerText(json: unknown): string {
  if (Array.isArray(json)) return listText(json, 0)
  if (!hasList(json)) return JSON.stringify(json)
  let text = '{'
  for (const [name, value] of Object.entries(json)) {
    if (value === undefined) continue
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:`
    text += Array.isArray(value) ? listText(value, text.length) : JSON.stringify(value)
  }
  return `${text}}`
}

/** An answer with a list in it, as a comparison with its commits; short lists are those of a record, as its labels. */
function hasList(json: unknown): json is Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return false
  return Object.values(json).some((value) => Array.isArray(value) && value.length > 20)
}

function listText(entries: readonly unknown[], before: number): string {
  const parts: string[] = []
  let length = before
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    const part = JSON.stringify(entries.slice(start, start + ENTRIES_AT_ONCE))
    length += part.length
    if (length > MAX_ANSWER_CHARACTERS) throw tooLargeAnswer(MAX_ANSWER_CHARACTERS)
    parts.push(part)
  }
  const [only = '[]', ...others] = parts
  return others.length === 0 ? only : `[${parts.map((part) => part.slice(1, -1)).join(',')}]`
}
