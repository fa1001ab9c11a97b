/** The headers of a single connection, which are not forwarded (RFC 9110, section 7.6.1). */
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

/** A header name and its value, unchanged. */
export type HeaderLine = readonly [name: string, value: string]

/**
 * Returns the header lines that a proxy forwards, in their order and spelling, including repeated ones: all except
 * hop-by-hop headers, among them those that `Connection` names.
 *
 * @param raw alternating names and values: `['Host', 'forge.example', 'Accept', '*']`.
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
