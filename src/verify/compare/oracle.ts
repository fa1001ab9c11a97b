import { createForge } from '../../forge/create-forge.ts'
import type { Forge } from '../../forge/forge.ts'
import type { Call } from '../client/client.ts'
import { createClient } from '../client/client.ts'
import type { Contract } from '../contract/contract.ts'
import type { Settings } from '../options.ts'
import { isObject } from '../story/bodies.ts'

/** Who the token of the run belongs to: the forge has an administrator of the same name. */
export interface Administrator {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
}

export interface Oracle {
  /** A forge with nobody but the administrator, set up as the server is, for one history. */
  begin(): { readonly call: (call: Call) => ReturnType<ReturnType<typeof createClient>['call']> }
  readonly token: string
  readonly administratorId: number
}

/** Makes the forges that a server is compared with. Each history gets one of its own. */
export async function createOracle(
  settings: Settings,
  contract: Contract,
  { username, name, email }: Administrator,
  instanceSettings: Readonly<Record<string, unknown>>,
  now: () => number,
): Promise<Oracle> {
  const base = await createForge({
    seed: { users: [{ username, name, email, admin: true }] },
    now: () => new Date(now()),
    log: () => {},
    fetch: () => Promise.reject(new TypeError('This forge has no network.')),
  })
  const token = base.tokens[username] ?? ''
  const clientOf = (forge: Forge) =>
    createClient(
      {
        ...settings,
        headers: {},
        // Others may use the processor as well: nothing here is late for another reason.
        timeout: 600_000,
        rate: Number.POSITIVE_INFINITY,
        concurrency: 1,
        fetch: (request) => forge.fetch(request),
      },
      { begin: async () => {}, end: () => {} },
    )
  const client = clientOf(base)
  const encoding = { credential: { kind: 'private token', token } } as const
  const call = (operation: 'updateApplicationSettings' | 'getCurrentUser', parameters: object) =>
    client.call({
      operation: contract.operation(operation),
      parameters: { ...parameters },
      encoding,
    })
  const known = new Set(
    contract.operation('updateApplicationSettings').parameters.map((one) => one.name),
  )
  const shown = Object.entries(instanceSettings).filter(([setting]) => known.has(setting))
  const { status } = await call('updateApplicationSettings', Object.fromEntries(shown))
  // One by one: a value that Forgery does not take leaves the others as they are on the server.
  if (status >= 400) {
    for (const [setting, value] of shown) {
      await call('updateApplicationSettings', { [setting]: value })
    }
  }
  const { body } = await call('getCurrentUser', {})
  return {
    begin: () => ({ call: clientOf(base.fork()).call }),
    token,
    administratorId: Number(isObject(body) ? body.id : 0),
  }
}
