import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServedApplication } from './application.ts'
import { carryFaults } from './carry-faults.ts'

/** Carries the requests of a server of Node as `Request` and `Response`; the globals stay what they are. */
export function carriedRequests(application: ServedApplication, hostname: string): RequestListener {
  return getRequestListener(carryFaults(application), { hostname, overrideGlobalObjects: false })
}
