/** The number of bytes after which the sums are reduced, before they exceed exact integers. */
const MAX_RUN = 3800

/** Computes the checksum of RFC 1950, 9. */
export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let start = 0; start < bytes.length; start += MAX_RUN) {
    const end = Math.min(start + MAX_RUN, bytes.length)
    for (let at = start; at < end; at += 1) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}
