/** What concerns one connection alone, and is not passed on (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A name and its value, as they were written. */
export type HeaderLine = readonly [name: string, value: string]

/**
 * The header lines that a proxy passes on, in their order and spelling, repeated ones included:
 * all but those that concern the connection, among them whatever `Connection` names.
 *
 * @param raw names and values in turn: `['Host', 'forge.example', 'Accept', '*']`.
 */
export function endToEndHeaders(raw: readonly string[]): readonly HeaderLine[] {
  const lines = linesOf(raw)
  const named = lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named])
  return lines.filter(([name]) => !dropped.has(name.toLowerCase()))
}

function linesOf(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    lines.push([raw[index] ?? '', raw[index + 1] ?? ''])
  }
  return lines
}
