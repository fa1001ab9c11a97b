/** What a system hook is sent; `trigger` says which of its flags lets it through. */
export interface HookMessage {
  readonly trigger: 'system' | 'push' | 'tag_push'
  readonly payload: Readonly<Record<string, unknown>> & { readonly event_name: string }
  /** The one hook that is meant, whatever its flags, as in a test delivery; else all of them are. */
  readonly hook_id?: number
  /**
   * When it happened, ISO 8601; the present by default. What a moved clock brings happens at its own
   * date.
   */
  readonly at?: string
}
