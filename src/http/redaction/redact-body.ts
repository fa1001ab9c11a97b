import { MAX_RECORDED_BODY, type ReceivedBody } from '../body.ts'
import { readForm } from '../form.ts'
import { MASK, maskDeep, secretsIn } from './masking.ts'
import { redactFields } from './redact-address.ts'

/** A body with its text; without it where that is too long to be kept or not shown. */
export function boundedBody(body: ReceivedBody): BoundedBody {
  const { type, bytes } = body
  const isShown = bytes.length <= MAX_RECORDED_BODY && type !== multipart
  return { type, length: bytes.length, text: isShown ? body.show() : undefined }
}

const multipart = 'multipart/form-data'

/** What is kept of a body. */
export interface BoundedBody {
  readonly type: string
  /** In bytes. */
  readonly length: number
  readonly text: string | undefined
}

/** Words that name a secret, however they are written. */
const secretWord =
  /token|passw(?:or)?d|passphrase|secret|authorization|session|jwt|(?:api|private)[_-]?key/i

/**
 * The text of a body as it came. Where a secret is or may be in it, its JSON is written anew without
 * the secret, a form field by field, and of what cannot be read nothing is shown from the first name
 * of a secret on. A multipart form is not shown: its fields are among the parameters; nor is JSON that
 * nests too deep to be written.
 */
export function redactBody(body: BoundedBody, mask: MaskWith): string {
  const { type, length, text } = body
  const unshown = `(a body of ${length} bytes)`
  if (text === undefined) {
    return type === multipart && length <= MAX_RECORDED_BODY
      ? `(a multipart form of ${length} bytes)`
      : unshown
  }
  if (type === 'application/json' || type.endsWith('+json')) {
    const value = attempt((): unknown => JSON.parse(text))
    if (value === undefined) return redactUnreadable(text, mask)
    return attempt(() => redactJson(value, text, mask)) ?? unshown
  }
  const isForm = type === '' || type === 'application/x-www-form-urlencoded'
  return isForm ? redactForm(text, mask) : redactUnreadable(text, mask)
}

/** Takes secrets out of a text, and those given: a body may say one where nobody expects it. */
type MaskWith = (text: string, secrets?: readonly string[]) => string

/** @throws RangeError where the value nests deeper than it can be written. */
function redactJson(value: unknown, text: string, mask: MaskWith): string {
  const secrets = typeof value === 'object' && value !== null ? secretsIn({ ...value }) : []
  const maskText = (part: string) => mask(part, secrets)
  const [meant, masked] = [JSON.stringify(value), JSON.stringify(maskDeep(value, maskText))]
  const isPlain = meant === masked && !secretWord.test(text) && !secretWord.test(meant)
  return isPlain && mask(text) === text ? text : masked
}

function redactForm(text: string, mask: MaskWith): string {
  const secrets = secretsIn(attempt(() => readForm(text)) ?? {})
  return redactFields(text, (part) => mask(part, secrets))
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function redactUnreadable(text: string, mask: MaskWith): string {
  const name = secretWord.exec(text)
  return mask(name ? `${text.slice(0, name.index)}${name[0]} ${MASK}` : text)
}
