import { decodeBase64, encodeBase64 } from '../shared/base64.ts'

/** The end of a keyset page: the id of its last item, and that item's value of the field ordered by. */
export interface Cursor {
  readonly id: number
  readonly value: unknown
}

/** Encodes a cursor for the link to the next page; clients send it back unchanged. */
export function writeCursor({ id, value }: Cursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ id, value }))
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes a cursor; undefined where the text is not a valid one. */
export function readCursor(text: string): Cursor | undefined {
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  try {
    const { id, value } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()))
    return typeof id === 'number' ? { id, value } : undefined
  } catch {
    return undefined
  }
}
