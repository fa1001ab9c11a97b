import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Forge } from '../forge.ts'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'
import { gatherRequests } from './gathered-requests.ts'
import { isShort, NodeRequest } from './node-request.ts'
import { writeAnswer } from './node-response.ts'

/**
 * Carries the requests of a server of Node. What a forge answers without more ado reaches it without a
 * `Request` and a `Response`: to make them takes longer than most answers.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  const carry = getRequestListener(carryFaults(application), { hostname })
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

/** A request, and who answers it without more ado. */
interface Direct {
  readonly forge: Forge
  readonly request: NodeRequest
  readonly outgoing: ServerResponse
}
