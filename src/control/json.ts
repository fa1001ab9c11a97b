import { encodeBase64 } from '../base64.ts'

/** JSON of an answer; bytes are Base64. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    each instanceof Uint8Array ? encodeBase64(each) : each,
  )
}
