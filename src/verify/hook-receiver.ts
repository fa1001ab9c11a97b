/** A listener that the server can reach, for deliveries of system hooks. */
export interface HookReceiver {
  /** The address for the server; hooks are created for paths below it. */
  readonly url: string
  /**
   * Returns the bodies received at an address below `url` so far, as text, in order.
   *
   * @example
   * receiver.received(`${receiver.url}/forgery-k3v9x2q7-push-1`)
   */
  received(address: string): readonly string[]
}
