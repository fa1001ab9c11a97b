/** What a JSON body may hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject

export interface JsonObject {
  [name: string]: Json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON of an answer; undefined where its media type says that it is something else. */
export async function readJson(response: Response): Promise<Json | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined
  const text = await response.clone().text()
  return text === '' ? undefined : (JSON.parse(text) as Json)
}

/** The same answer with another body. */
export function withJson(response: Response, json: Json): Response {
  return new Response(JSON.stringify(json), {
    status: response.status,
    headers: withoutLength(response.headers),
  })
}

/** A length that is stated would be that of the body before. */
export function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return copy
}
