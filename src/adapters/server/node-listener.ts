import type { RequestListener, ServerResponse } from 'node:http'
import type { Forge } from '../../forge/forge.ts'
import type { ServedApplication } from './application.ts'
import { gatherRequests } from './gathered-requests.ts'
import { isShort, NodeRequest } from './node-request.ts'
import { writeAnswer } from './node-response.ts'

/**
 * Carries the requests of a server of Node. What a forge answers without more ado reaches it without a
 * `Request` and a `Response`: to make them takes longer than most answers.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  const carry = carriedWhenLoaded(application, hostname)
  const carryDirectly = gatherRequests(
    ({ forge, request }: Direct) => forge.answer(request),
    ({ request, outgoing }, rendered) => writeAnswer(rendered, request.method === 'HEAD', outgoing),
  )
  return (incoming, outgoing) => {
    const request = isShort(incoming) ? new NodeRequest(incoming, outgoing) : undefined
    const forge = request && application.directForge(request)
    if (!forge) return carry(incoming, outgoing)
    carryDirectly({ forge, request, outgoing })
  }
}

/**
 * Loads what carries the other requests with the first of them: with it comes Node's fetch, and together they
 * take a sixth of the time until a server answers.
 */
function carriedWhenLoaded(application: ServedApplication, hostname: string): RequestListener {
  let loading: Promise<RequestListener> | undefined
  return (incoming, outgoing) => {
    loading ??= import('./carried-requests.ts').then(({ carriedRequests }) =>
      carriedRequests(application, hostname),
    )
    loading.then(
      (carry) => carry(incoming, outgoing),
      (error: Error) => outgoing.destroy(error),
    )
  }
}

/** A request, and who answers it without more ado. */
interface Direct {
  readonly forge: Forge
  readonly request: NodeRequest
  readonly outgoing: ServerResponse
}
