import { badRequest, bodyTooLarge } from '../contract/errors.ts'
import { joinBytes } from '../git/join-bytes.ts'
import { readBody } from './body.ts'
import type { Call } from './call.ts'

/**
 * The body of a call of git, which may be compressed; empty where there is none. Throws a 413 for more than `limit` bytes,
 * as they come or unpacked.
 */
export async function readGitBody(
  { request }: Pick<Call, 'request'>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = (await readBody(request, limit))?.bytes ?? new Uint8Array()
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (/^identity$/i.test(encoding)) return bytes
  if (!/^(x-)?gzip$/i.test(encoding)) throw badRequest(`the encoding ${encoding} is not read`)
  return unpacked(bytes, limit)
}

async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  const reader = stream.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(refuseBroken)
    if (done) return joinBytes(pieces)
    length += value.length
    if (length > limit) {
      await reader.cancel().catch(() => {})
      throw bodyTooLarge(limit)
    }
    pieces.push(value)
  }
}

function refuseBroken(): never {
  throw badRequest('the body is not gzip')
}
