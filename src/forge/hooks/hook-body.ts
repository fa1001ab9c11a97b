import type { HookPayload } from '../../gitlab/domain/hooks/hook-message.ts'

/** The body of a delivery. `error` is the reason why it cannot be rendered; the text is then a substitute. */
export interface HookBody {
  /** JSON. */
  readonly text: string
  readonly error?: string
}

/** Serializes a payload as JSON. */
export function bodyOf(payload: HookPayload): HookBody {
  try {
    return { text: JSON.stringify(payload) }
  } catch (error) {
    return { text: JSON.stringify({ event_name: payload.event_name }), error: String(error) }
  }
}

/** A placeholder in a template: `{{path}}`. */
const reference = /\{\{([^{}]+)\}\}/g

/**
 * The largest size of all values in a rendered template, in characters. Within it a template can include a whole
 * payload some hundred times.
 */
const MAX_VALUES = 4 * 2 ** 20

/**
 * Renders a payload by the template of a hook: `{{object_attributes.title}}` is replaced by that value of the payload,
 * without quotes where it is a string (`render_custom_template` in app/services/web_hook_service.rb). `written` caches
 * the values of the payload that earlier templates used.
 */
export function bodyOfTemplate(
  template: string,
  payload: HookPayload,
  written: Map<string, string>,
): HookBody {
  let length = 0
  for (const [, path = ''] of template.matchAll(reference)) {
    const value = written.get(path) ?? textAt(payload, path)
    written.set(path, value)
    length += value.length
  }
  if (length > MAX_VALUES) return { text: '{}', error: 'Size of generated JSON exceeds limit' }
  const text = template.replace(reference, (_, path: string) => written.get(path) ?? '')
  try {
    JSON.parse(text)
    return { text }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { text: '{}', error: `Error while parsing rendered custom webhook template: ${reason}` }
  }
}

function textAt(payload: HookPayload, path: string): string {
  const value = path.split('.').reduce<unknown>(valueIn, payload) ?? null
  const json = JSON.stringify(value)
  return typeof value === 'string' ? json.slice(1, -1) : json
}

function valueIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}
