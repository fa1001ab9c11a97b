import { tooLargeAnswer } from '../contract/errors.ts'

/** How many characters the JSON of an answer has at most; what is more takes a client's memory and everybody's time. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

/**
 * The JSON of an answer. A list, and one that an answer has in it, is written entry by entry, so that one without end is
 * refused before it is written.
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
  let text = '['
  for (const entry of entries) {
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(entry)}`
    if (before + text.length > MAX_ANSWER_CHARACTERS) throw tooLargeAnswer(MAX_ANSWER_CHARACTERS)
  }
  return `${text}]`
}
