/** A listener that the server reaches, to which a run has system hooks delivered. */
export interface HookReceiver {
  /** Where the server reaches it: hooks are made for paths below it. */
  readonly url: string
  /**
   * The bodies that came to an address below `url` so far, as text, in their order.
   *
   * @example
   * receiver.received(`${receiver.url}/forgery-k3v9x2q7-push-1`)
   */
  received(address: string): readonly string[]
}
