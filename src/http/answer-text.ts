import { tooLargeAnswer } from '../contract/errors.ts'

/** The longest JSON of a response, in characters. A longer one would block other requests for too long. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

/** How many entries of a list are serialized at once: a usual page. One by one takes half as long again. */
const ENTRIES_AT_ONCE = 20

/**
 * Serializes the JSON of a response. Lists, also within an object, are written a few entries at a time, so that one
 * that is too long is refused before all of it is written.
 * @throws ApiError 400 where it is too long.
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

/** Whether an object holds a long list, as a comparison holds commits; short lists, such as labels, do not count. */
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
