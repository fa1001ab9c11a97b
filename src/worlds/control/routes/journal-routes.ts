import { z } from 'zod'
import type { JournalCriteria } from '../../../forge/control.ts'
import { checkCriteria } from '../../../http/request-criteria.ts'
import { InvalidArgument } from '../../../shared/options.ts'
import { ControlError } from '../../control-error.ts'
import {
  coverage,
  delivery,
  deliverySummary,
  journalEntry,
  requestSummary,
  unhandled,
} from '../answer-schemas.ts'
import { summaryOf, summaryOfDelivery } from '../summaries.ts'
import { requestCriteria } from './request-criteria.ts'
import { type ControlRoute, route, routeWithBody } from './route.ts'

const journalCriteria = requestCriteria
  .extend({
    status: z.int().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JournalCriteria' }) satisfies z.ZodType<JournalCriteria>

/** In milliseconds; longer than the timeout of any test. */
const MAX_WAIT = 60_000

/** Routes of the requests to a world, of its webhook deliveries, and of the coverage of the API. */
export const journalRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/requests',
    operationId: 'listRequests',
    summary: 'The requests in the journal, oldest first.',
    subject: 'world',
    success: { status: 200, body: z.array(journalEntry) },
    run: async ({ forge }) => ({ status: 200, json: await forge.requests.all() }),
  }),
  route({
    method: 'DELETE',
    path: '/requests',
    operationId: 'clearRequests',
    summary: 'Empties the journal of requests.',
    subject: 'world',
    success: { status: 204 },
    async run({ forge }) {
      await forge.requests.clear()
      return { status: 204 }
    },
  }),
  route({
    method: 'GET',
    path: '/requests/summaries',
    operationId: 'listRequestSummaries',
    summary: 'The requests in the journal without what they sent and were answered, oldest first.',
    subject: 'world',
    success: { status: 200, body: z.array(requestSummary) },
    run: async ({ forge }) => ({ status: 200, json: (await forge.requests.all()).map(summaryOf) }),
  }),
  route({
    method: 'GET',
    path: '/requests/{id}',
    operationId: 'getRequest',
    summary: 'One request of the journal.',
    subject: 'world',
    success: { status: 200, body: journalEntry },
    refusals: { 404: 'The journal has no such request, or has forgotten it.' },
    async run({ forge, parameters: { id = '' } }) {
      const entry = (await forge.requests.all()).find((one) => one.id === id)
      if (entry) return { status: 200, json: entry }
      throw new ControlError(404, `404 Not Found - the journal has no request "${id}", or no more`)
    },
  }),
  routeWithBody({
    method: 'POST',
    path: '/requests/find',
    operationId: 'findRequest',
    summary: 'The last request of a kind; null where there is none.',
    subject: 'world',
    body: journalCriteria,
    check: (body) => checkCriteria('forge.requests.find', body),
    success: { status: 200, body: z.object({ request: journalEntry.nullable() }) },
    async run({ forge, body }) {
      const request = (await forge.requests.find(body)) ?? null
      return { status: 200, json: { request } }
    },
  }),
  routeWithBody({
    method: 'POST',
    path: '/requests/wait',
    operationId: 'waitForRequest',
    summary: 'Waits for a request of a kind; one that was made already counts.',
    subject: 'world',
    body: z
      .strictObject({
        criteria: journalCriteria,
        timeout: z.int().min(0).max(MAX_WAIT).default(1000),
      })
      .meta({ id: 'Wait' }),
    check(body) {
      const isObject = typeof body === 'object' && body !== null && 'criteria' in body
      if (isObject) checkCriteria('forge.requests.waitFor', body.criteria)
    },
    success: { status: 200, body: z.object({ request: journalEntry }) },
    refusals: { 408: 'No such request came in time.' },
    async run({ forge, body: { criteria, timeout } }) {
      const request = await forge.requests.waitFor(criteria, { timeout }).catch(refuseAsTimeout)
      return { status: 200, json: { request } }
    },
  }),
  route({
    method: 'GET',
    path: '/deliveries',
    operationId: 'listDeliveries',
    summary: 'What was sent to hooks and what became of it, in the order it ended.',
    subject: 'world',
    success: { status: 200, body: z.array(delivery) },
    run: async ({ forge }) => ({ status: 200, json: await forge.deliveries.all() }),
  }),
  route({
    method: 'GET',
    path: '/deliveries/summaries',
    operationId: 'listDeliverySummaries',
    summary: 'The same without what was sent.',
    subject: 'world',
    success: { status: 200, body: z.array(deliverySummary) },
    run: async ({ forge }) => ({
      status: 200,
      json: (await forge.deliveries.all()).map(summaryOfDelivery),
    }),
  }),
  route({
    method: 'GET',
    path: '/deliveries/{id}',
    operationId: 'getDelivery',
    summary: 'One delivery.',
    subject: 'world',
    success: { status: 200, body: delivery },
    refusals: { 404: 'There is no such delivery, or no more.' },
    async run({ forge, parameters: { id } }) {
      const found = (await forge.deliveries.all()).find((one) => one.id === Number(id))
      if (found) return { status: 200, json: found }
      throw new ControlError(404, `404 Not Found - there is no delivery ${id}, or no more`)
    },
  }),
  route({
    method: 'POST',
    path: '/deliveries/{id}/resend',
    operationId: 'resendDelivery',
    summary: 'Sends a delivery again, to the hook as it is now.',
    subject: 'world',
    success: { status: 202 },
    refusals: { 404: 'There is no such delivery, or its hook is gone.' },
    async run({ forge, parameters: { id } }) {
      try {
        await forge.deliveries.resend(Number(id))
      } catch (error) {
        throw new ControlError(404, error instanceof Error ? error.message : String(error))
      }
      return { status: 202 }
    },
  }),
  route({
    method: 'GET',
    path: '/coverage',
    operationId: 'getCoverage',
    summary: 'Which operations and statuses, of those that the contract knows, were exercised.',
    subject: 'world',
    success: { status: 200, body: coverage },
    run: async ({ forge }) => ({ status: 200, json: await forge.coverage() }),
  }),
  route({
    method: 'GET',
    path: '/unhandled',
    operationId: 'getUnhandled',
    summary: 'Which requests were made for what is not served.',
    subject: 'world',
    success: { status: 200, body: unhandled },
    run: ({ forge }) => ({ status: 200, json: { problem: forge.unhandled() } }),
  }),
]

function refuseAsTimeout(error: unknown): never {
  if (error instanceof InvalidArgument) throw error
  throw new ControlError(408, error instanceof Error ? error.message : String(error))
}
