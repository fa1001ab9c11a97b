import type { ProjectTrigger } from './triggers.ts'

/** The JSON body of a delivery. */
export type HookPayload = Readonly<Record<string, unknown>>

/** A message to hooks. */
export type HookMessage = (SystemMessage | ProjectMessage) & {
  /**
   * The time of the event, ISO 8601; defaults to now. An event that happens while the clock is moved has its own time.
   */
  readonly at?: string
}

/** A message to system hooks; `trigger` decides by which flag a hook subscribes to it. */
export interface SystemMessage {
  readonly trigger: 'system' | 'push' | 'tag_push'
  readonly payload: HookPayload & { readonly event_name: string }
  /** The id of the only hook that receives the message, whatever its flags, as in a test delivery. */
  readonly hook_id?: number
}

/** The result of a delivery: the response of the receiver, or an error. */
export type HookOutcome =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** The body, truncated where it is long. */
      readonly body: string
    }
  | { readonly error: string }

/** A message to hooks of a project. */
export interface ProjectMessage {
  readonly trigger: ProjectTrigger
  readonly payload: HookPayload
  /** The ids of the hooks that receive the message. */
  readonly hook_ids: readonly number[]
  /** The origin of the forge that the event belongs to. */
  readonly origin: string
  /** The idempotency key of the original delivery where this one is a retry, so that receivers recognize it. */
  readonly idempotencyKey?: string
}

/** Whether a message is for hooks of a project. */
export function isOfProject(message: SystemMessage | ProjectMessage): message is ProjectMessage {
  return 'hook_ids' in message
}
