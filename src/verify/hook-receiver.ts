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
  /** Returns the headers of the same deliveries, each as text; without it the tokens of hooks are not compared. */
  headers?(address: string): readonly string[]
}

/** The id of a project in JSON or in a form. */
const projectId = /project_id"?\s{0,9}[:=]\s{0,9}(\d{1,19})/g

/** Returns the ids of the projects that a delivery names: payloads are not specified. */
export function projectsIn(body: string): readonly number[] {
  return [...body.matchAll(projectId)].map(([, id]) => Number(id))
}
