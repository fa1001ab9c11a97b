import type { ProjectTrigger } from './triggers.ts'

/** What is posted, as JSON. */
export type HookPayload = Readonly<Record<string, unknown>>

/** What hooks are sent. */
export type HookMessage = (SystemMessage | ProjectMessage) & {
  /**
   * When it happened, ISO 8601; the present by default. What a moved clock brings happens at its own
   * date.
   */
  readonly at?: string
}

/** What system hooks are sent; `trigger` says which of their flags lets it through. */
export interface SystemMessage {
  readonly trigger: 'system' | 'push' | 'tag_push'
  readonly payload: HookPayload & { readonly event_name: string }
  /** The one hook that is meant, whatever its flags, as in a test delivery; else all of them are. */
  readonly hook_id?: number
}

/** What became of one delivery: the answer of the receiver, or why there was none. */
export type HookOutcome =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** The beginning of a long one. */
      readonly body: string
    }
  | { readonly error: string }

/** What hooks of a project are sent. */
export interface ProjectMessage {
  readonly trigger: ProjectTrigger
  readonly payload: HookPayload
  /** Those that it is for. */
  readonly hook_ids: readonly number[]
  /** The address of the forge that the event is of. */
  readonly origin: string
  /** What a delivery that is repeated was called by, so that receivers know it again. */
  readonly idempotencyKey?: string
}

/** Whether a message is for hooks of a project. */
export function isOfProject(message: SystemMessage | ProjectMessage): message is ProjectMessage {
  return 'hook_ids' in message
}
