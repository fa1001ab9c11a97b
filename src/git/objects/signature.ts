/** Who did something to a repository, and when. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly time: number
  /** Minutes east of Greenwich: 60 is written `+0100`. */
  readonly offset: number
}

/** Takes out what no object can carry: NUL bytes, and halves of surrogate pairs, which have no UTF-8 form. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Git drops these from both ends of a name or an address, and brackets and line ends anywhere. */
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

/** The form inside objects: `Jane Doe <jane@example.com> 1700000000 +0100`. */
export function signatureText(signature: Signature): string {
  const { name, email, time, offset } = signature
  return `${name} <${email}> ${time} ${zone(offset)}`
}
