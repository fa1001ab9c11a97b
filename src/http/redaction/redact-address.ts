import { isParameterName, isSecretName, MASK } from './masking.ts'

/** Longer addresses are cut: no operation has one. */
export const MAX_RECORDED_ADDRESS = 4000

type Address = Pick<URL, 'pathname' | 'search'>

/** What is kept of an address: its path and query, or how long they were. */
export interface BoundedAddress extends Address {
  /** That of the whole address as it came, in characters. */
  readonly receivedLength: number
}

/** Cuts an address that is too long to be kept. */
export function boundedAddress({ href, pathname, search }: URL): BoundedAddress {
  const length = pathname.length + search.length
  const receivedLength = href.length
  if (length <= MAX_RECORDED_ADDRESS) return { pathname, search, receivedLength }
  return { pathname: `(an address of ${length} characters)`, search: '', receivedLength }
}

/**
 * The path and query of an address as they may be read, `mask` applied to each part as it is
 * written and as it is meant: an escape hides no secret. What cannot be a parameter's name is masked.
 *
 * @example redactAddress(new URL('http://forge.test/api/v3/user?private_token=x'), (text) => text)
 * // the path and `?private_token=[MASKED]`
 */
export function redactAddress(
  { pathname, search }: Address,
  mask: (text: string) => string,
): string {
  const path = pathname
    .split('/')
    .map((segment) => maskEscaped(segment, mask))
    .join('/')
  return search === '' ? path : `${path}?${redactFields(search.slice(1), mask)}`
}

/** The same of the fields of a query or of a form, `a=1&b=2`. */
export function redactFields(text: string, mask: (text: string) => string): string {
  return text
    .split('&')
    .map((pair) => maskPair(pair, mask))
    .join('&')
}

function maskPair(pair: string, mask: (text: string) => string): string {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  const meant = decode(name)
  const shown = isParameterName(meant) ? maskEscaped(name, mask) : MASK
  if (equals < 0) return shown
  return `${shown}=${isSecretName(meant) ? MASK : maskEscaped(pair.slice(equals + 1), mask)}`
}

/** How often a text may be escaped: an address in an address of an address. */
const MAX_ESCAPES = 3

/** The text as it is written where nothing in it is secret, however often it is escaped. */
function maskEscaped(text: string, mask: (text: string) => string): string {
  let meant = text
  for (let level = 0; level < MAX_ESCAPES; level += 1) {
    meant = decode(meant)
    const masked = mask(meant)
    if (masked !== meant) return masked
    if (!meant.includes('%')) break
  }
  return text
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
