/** The author, committer or tagger of an object, with the time. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly time: number
  /** Minutes east of UTC: 60 is written as `+0100`. */
  readonly offset: number
}

/**
 * Removes the characters that no object can contain: NUL bytes, and unpaired surrogates, which have no UTF-8 encoding.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Git drops these at both ends of a name or an address, and brackets and line breaks anywhere. */
const isDroppedAtEdges = (character: string) =>
  character <= ' ' || '.,:;<>"\\\''.includes(character)

function cleanName(name: string): string {
  const text = cleanText(name)
  let start = 0
  let end = text.length
  while (start < end && isDroppedAtEdges(text.charAt(start))) start += 1
  while (end > start && isDroppedAtEdges(text.charAt(end - 1))) end -= 1
  return text.slice(start, end).replace(/[<>\n]/g, '')
}

export function cleanSignature(signature: Signature): Signature {
  return {
    name: cleanName(signature.name),
    email: cleanName(signature.email),
    time: Math.max(0, Math.floor(signature.time)),
    offset: Math.trunc(signature.offset),
  }
}

function zone(offset: number): string {
  const minutes = Math.abs(offset)
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${hours}${String(minutes % 60).padStart(2, '0')}`
}

/** Formats a signature as in objects: `Jane Doe <jane@example.com> 1700000000 +0100`. */
export function signatureText(signature: Signature): string {
  const { name, email, time, offset } = signature
  return `${name} <${email}> ${time} ${zone(offset)}`
}

type SignatureFault = readonly [kind: string, words: string]

/** The last second of the year 9999; later times cannot be formatted. */
const LAST_TIME = 253_402_300_799
/** Greater times overflow those of git (`date_overflows` in its date.c). */
const LARGEST_TIME = 2 ** 63

/**
 * Parses a signature of another program as far as possible, with the complaint of `git fsck`. Faults that GitLab's git
 * ignores are not reported: an odd time zone, and a missing space before the time.
 */
export function parseSignature(text: string): {
  readonly signature: Signature
  readonly fault: SignatureFault | undefined
} {
  const open = firstOf(text, 0)
  const close = firstOf(text, open + 1)
  const [, digits = '', sign, hours, minutes] =
    /^ ?(\d*)(?: ([+-])(\d\d)(\d\d)$)?/.exec(text.slice(close + 1)) ?? []
  const offset = Math.min(60 * Number(hours ?? 0) + Number(minutes ?? 0), 24 * 60)
  const signature = {
    name: text.slice(0, open).trimEnd(),
    email: text.slice(open + 1, close),
    time: Math.min(Number(digits), LAST_TIME),
    offset: sign === '-' ? -offset : offset,
  }
  return { signature, fault: signatureFault(text, open, close) }
}

/** Finds the next bracket, or the end of the text. */
function firstOf(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '<' || text[at] === '>') return at
  return text.length
}

function signatureFault(text: string, open: number, close: number): SignatureFault | undefined {
  if (text.startsWith('<')) return ['missingNameBeforeEmail', 'missing space before email']
  if (text[open] === '>') return ['badName', 'bad name']
  if (open === text.length) return ['missingEmail', 'missing email']
  if (text[open - 1] !== ' ') return ['missingSpaceBeforeEmail', 'missing space before email']
  if (text[close] !== '>') return ['badEmail', 'bad email']
  if (text[close + 1] !== ' ') return undefined
  const time = text.slice(close + 2)
  if (/^0\d/.test(time)) return ['zeroPaddedDate', 'zero-padded date']
  const [, digits] = /^(\d+) /.exec(time) ?? []
  if (digits === undefined) return ['badDate', 'bad date']
  return Number(digits) >= LARGEST_TIME
    ? ['badDateOverflow', 'date causes integer overflow']
    : undefined
}
