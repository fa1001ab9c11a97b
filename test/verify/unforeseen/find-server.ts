import { serverSets } from './index.ts'
import type { FaultyServer, LegitimateServer } from './server.ts'

/** Returns the faulty server with a name. Throws where there is none. */
export const faultyServer = (name: string): FaultyServer =>
  named(
    serverSets.flatMap(({ faulty }) => faulty),
    name,
  )

/** Returns the legitimate server with a name. Throws where there is none. */
export const legitimateServer = (name: string): LegitimateServer =>
  named(
    serverSets.flatMap(({ legitimate }) => legitimate),
    name,
  )

function named<Server extends { readonly name: string }>(
  servers: readonly Server[],
  name: string,
): Server {
  const server = servers.find((one) => one.name === name)
  if (!server) throw new Error(`No server has the name "${name}".`)
  return server
}
