import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'
import { isShort, NodeRequest } from './node-request.ts'
import { writeAnswer } from './node-response.ts'

/**
 * Carries the requests of a server of Node. What a forge answers without more ado reaches it without a
 * `Request` and a `Response`: to make them takes longer than most answers.
 */
export function nodeListener(application: ServedApplication, hostname: string): RequestListener {
  const carry = getRequestListener(carryFaults(application), { hostname })
  return async (incoming, outgoing) => {
    const request = isShort(incoming) ? new NodeRequest(incoming, outgoing) : undefined
    const forge = request && application.directForge(request.head)
    if (!forge) return carry(incoming, outgoing)
    writeAnswer(await forge.answer(request), request.method === 'HEAD', outgoing)
  }
}
