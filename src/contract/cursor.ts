import { decodeBase64, encodeBase64 } from '../shared/base64.ts'

/** Where a page by keys ended: the last item's id, and its value in the order asked for. */
export interface Cursor {
  readonly id: number
  readonly value: unknown
}

/** Writes a cursor as the text in the link to the next page; clients send it back as it is. */
export function writeCursor({ id, value }: Cursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ id, value }))
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads a cursor; undefined for a text that is none. */
export function readCursor(text: string): Cursor | undefined {
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  try {
    const { id, value } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()))
    return typeof id === 'number' ? { id, value } : undefined
  } catch {
    return undefined
  }
}
