import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { after } from '../awaitable.ts'
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
  return (incoming, outgoing) => {
    const request = isShort(incoming) ? new NodeRequest(incoming, outgoing) : undefined
    const forge = request && application.directForge(request)
    if (!forge) return carry(incoming, outgoing)
    const isHead = request.method === 'HEAD'
    return after(forge.answer(request), (rendered) => writeAnswer(rendered, isHead, outgoing))
  }
}
