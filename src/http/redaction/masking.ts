/** What stands in the place of a secret. */
export const MASK = '[MASKED]'

/** The names of secrets: as a parameter, a field of an answer, a header or a part of an address. */
const secretName =
  /(?:^|[_-])(?:(?:access|private)?token|password|passwd|passphrase|secret|auth|authorization|cookie|credentials?|session|jwt|(?:api|private)[_-]?key)(?:_confirmation)?$/i

/** The same in one word, as `privateToken`. */
const secretNameInOneWord =
  /[a-z](?:Token|Password|Passwd|Passphrase|Secret|Auth|Authorization|Cookie|Credentials?|Session|Jwt|ApiKey|PrivateKey)(?:Confirmation)?$/

/** What the name of a secret has somewhere in it: most names have not, which is found at once. */
const secretPart =
  /token|passw|passphrase|secret|auth|cookie|credential|session|jwt|(?:api|private)[_-]?key/i

/** Longer names are none of this API's. */
const MAX_NAME_LENGTH = 200

/**
 * Whether a parameter or a field holds a secret, by its name; `a[token]`, `token[]` and `token[a]` do.
 *
 * @example isSecretName('user[password]') // true
 */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !secretPart.test(name)) return false
  return name
    .split(/[[\]]/)
    .map((step) => step.trim())
    .some((step) => secretName.test(step) || secretNameInOneWord.test(step))
}

/** Whether a name is one that a parameter may have; another one may be anything, a secret too. */
export function isParameterName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[\w .[\]-]*$/.test(name)
}

/**
 * A text without the secrets that stand where secrets do: the name and password of an address
 * (`https://jane:[MASKED]@host/`), secret parameters (`?private_token=[MASKED]`, at its beginning too), secret fields of
 * JSON that is quoted (`{"password":"[MASKED]"}`), in JSON too, headers (`PRIVATE-TOKEN: [MASKED]`) and options of
 * commands (`--token [MASKED]`). In time linear in its length.
 */
export function maskPlaces(text: string): string {
  const withoutUserInfo = text.includes('://') ? maskUserInfo(text) : text
  if (!/[=":]|--/.test(withoutUserInfo)) return withoutUserInfo
  return maskParameters(withoutUserInfo)
    .replace(secretField, `$1"${MASK}"`)
    .replace(secretFieldInText, `$1${MASK}`)
    .replace(secretHeader, `$1${MASK}`)
    .replace(cookieHeader, `$1${MASK}`)
    .replace(secretOption, `$1${MASK}`)
}

/**
 * Masks the values of parameters. Their ends are searched for: as a part of the expression, a value of some million
 * characters can exceed the stack of the engine.
 */
function maskParameters(text: string): string {
  let masked = ''
  let from = 0
  for (const { index, 0: name } of text.matchAll(secretParameter)) {
    // It is within a value that is masked already.
    if (index < from) continue
    const start = index + name.length
    const length = text.slice(start).search(endOfParameter)
    const end = length < 0 ? text.length : start + length
    if (end === start) continue
    masked += text.slice(from, start) + MASK
    from = end
  }
  return masked + text.slice(from)
}

const secretWord = `(?:token|password|passwd|passphrase|secret|jwt|(?:api|private)[_-]?key)(?:_?confirmation)?`
/** In an address or a form any such name; at the beginning of a text or a word in it, one that says whose. */
const secretParameter = new RegExp(
  String.raw`(?:[?&;](?:[\w-]{0,40}\[)?[a-z_-]{0,60}|(?:^|["'\s])[a-z_-]{1,60})${secretWord}(?:\]|%5B%5D|\[\])?=`,
  'gi',
)
const endOfParameter = /[&;#\s"'<>]/
const secretField = new RegExp(
  String.raw`("[a-z_-]{0,60}${secretWord}"\s{0,9}:\s{0,9})"(?:[^"\\]|\\.)*"?`,
  'gi',
)

/** The same in JSON that is a text of JSON: a quote has as many backslashes before it as those around the name. */
const secretFieldInText = new RegExp(
  String.raw`((\\{1,15})"[a-z_-]{0,60}${secretWord}\2"\s{0,9}:\s{0,9}\2")(?:[^"\\]+|\\+(?=[^"\\]|$)|(?=\2\\)\\+")*`,
  'gi',
)

/** As in `login --token VALUE`. */
const secretOption = new RegExp(
  String.raw`((?:^|["'\s])--[a-z-]{0,60}${secretWord}(?:=|\s{1,9})["']?)[^\s"'<>-][^\s"'<>]*`,
  'gi',
)

const cookieHeader = /((?:^|["'\s])(?:set-)?cookie\s{0,3}:\s{0,9})(?=[\w.-]{1,100}=)[^\r\n"'<>]+/gi

/** As a pasted `curl -H` has it; a message may say `password: is too short`, so the name has two words. */
const secretHeader = new RegExp(
  String.raw`((?:^|["'\s])[a-z_-]{0,60}(?:[a-z][_-]${secretWord}|api[_-]?key|authorization)\s{0,3}:\s{0,9})(?:(?:bearer|basic|token)\s{1,9})?[^\s"'<>]+`,
  'gi',
)

/** What ends the part of an address that names the host. */
const endOfAuthority = /[/?#\\\s"'<>`]/

function maskUserInfo(text: string): string {
  const [first = '', ...rest] = text.split('://')
  return [first, ...rest.map(maskAuthority)].join('://')
}

/** Takes what stands after `://`: the password is masked, and a name that stands without one. */
function maskAuthority(text: string): string {
  const end = text.search(endOfAuthority)
  const authority = end < 0 ? text : text.slice(0, end)
  const at = authority.lastIndexOf('@')
  if (at <= 0) return text
  const colon = authority.indexOf(':')
  const name = colon >= 0 && colon < at ? authority.slice(0, colon + 1) : ''
  return `${name}${MASK}${text.slice(at)}`
}

/** A copy of a JSON value in which every text is masked, and whatever a secret name holds. */
export function maskDeep(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => maskDeep(one, maskText))
  return maskFields(value, maskText)
}

/** The same of an object. */
export function maskFields(
  fields: object,
  maskText: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      maskText(name),
      isSecretName(name) && !isNothing(value) ? MASK : maskDeep(value, maskText),
    ]),
  )
}

/** That there is no token is no secret. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || typeof value === 'boolean'
}

/** The texts that stand where secrets do in an object of JSON values, the first few of them. */
export function secretsIn(fields: Fields): string[] {
  const found: string[] = []
  function search(object: Fields, isSecret: boolean, depth: number): void {
    for (const name of Object.keys(object).slice(0, MAX_SEARCHED.entries)) {
      const value = object[name]
      const isHere = isSecret || isSecretName(name)
      if (typeof value === 'string' && isHere && found.length < MAX_SEARCHED.secrets)
        found.push(value)
      if (isFields(value) && depth < MAX_SEARCHED.depth) search(value, isHere, depth + 1)
    }
  }
  search(fields, false, 0)
  return found
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** How far secrets are searched for: as much as is shown of a request's parameters. */
const MAX_SEARCHED = { secrets: 20, entries: 100, depth: 6 }

/** A longer secret is no token or password that anything here takes. */
export const isPossibleSecret = ({ length }: string) => length <= 500
