import type { Refusal } from '../contract/refusals.ts'
import type { FileAnswer } from '../operations/answers.ts'

/** What is answered, before it becomes a Response. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  /** The JSON value; undefined for a file and where the status has no body. */
  readonly json?: unknown
  readonly file?: FileAnswer
}

/** The answer to a refused request; 304 has no body. */
export function refusalAnswer({ status, body }: Refusal): Answer {
  return { status, headers: {}, ...(body ? { json: body } : {}) }
}

export async function toResponse(answer: Answer, isHead: boolean): Promise<Response> {
  const { status, headers, file } = answer
  if (file) {
    const body = await file.body
    headers['Content-Type'] = file.type
    if (file.name !== undefined) headers['Content-Disposition'] = disposition(file.name)
    return new Response(isHead ? null : (body as BodyInit), { status, headers })
  }
  if (answer.json === undefined) return new Response(null, { status, headers })
  headers['Content-Type'] = 'application/json'
  return new Response(isHead ? null : JSON.stringify(answer.json), { status, headers })
}

/** A name that cannot break out of its quotes, and in full for those who read RFC 5987. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
