import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'
import { isShort, NodeRequest } from './node-request.ts'
import { writeAnswer } from './node-response.ts'

/**
 * Carries the requests of a server of Node. A plain request of the API reaches its forge without a `Request` and a
 * `Response`, which take longer to make than most answers (`direct-forge.ts`); every other one goes
 * through Hono.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  // The globals stay what they are.
  const carry = getRequestListener(carryFaults(application), {
    hostname,
    overrideGlobalObjects: false,
  })
  return async (incoming, outgoing) => {
    const request = isShort(incoming) ? new NodeRequest(incoming, outgoing) : undefined
    const forge = request && application.directForge(request)
    if (!forge) carry(incoming, outgoing)
    else writeAnswer(await forge.answer(request), request.method === 'HEAD', outgoing)
  }
}
