/**
 * An HTTP status in the colour of its class.
 *
 * @example <Status status={404} />
 */
export function Status({ status }: { readonly status: number }) {
  return <span class={`status ${kindOf(status)}`}>{status === 0 ? 'none' : status}</span>
}

function kindOf(status: number): string {
  if (status >= 500 || status === 0) return 'is-broken'
  if (status >= 400) return 'is-refused'
  return status >= 300 ? 'is-moved' : 'is-done'
}

/** An HTTP method. */
export function Method({ method }: { readonly method: string }) {
  return <span class={`method is-${method.toLowerCase()}`}>{method}</span>
}
