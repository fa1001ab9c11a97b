import { encodeBase64 } from '../../shared/base64.ts'

/** Serializes the JSON of a response with an indentation of that many spaces; bytes become Base64. */
export function writeJson(value: unknown, indentation = 0): string {
  const replace = (_: string, each: unknown) =>
    each instanceof Uint8Array ? encodeBase64(each) : each
  return JSON.stringify(value, replace, indentation)
}
