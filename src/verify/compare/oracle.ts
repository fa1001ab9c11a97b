import { createForge } from '../../forge/create-forge.ts'
import type { Forge } from '../../forge/forge.ts'
import type { Call } from '../client/client.ts'
import { createClient } from '../client/client.ts'
import type { Contract } from '../contract/contract.ts'
import type { Settings } from '../options.ts'
import { isObject } from '../story/bodies.ts'

/** The user of the run's token: the forge has an administrator with the same name. */
export interface Administrator {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
}

export interface Oracle {
  /** Makes a forge for one history, with the configuration of the server, and only the administrator. */
  begin(): HistoryForge
  /** Makes such a forge to record on. */
  fork(): Forge
  readonly token: string
  readonly administratorId: number
}

/** The forge of one history. */
interface HistoryForge {
  readonly call: (call: Call) => ReturnType<ReturnType<typeof createClient>['call']>
  /** Returns the number of deliveries to an address of the hook receiver, when all have ended. */
  deliveriesTo(address: string): Promise<number>
}

/** Makes the forges that a server is compared with, one for each history. */
export async function createOracle(
  settings: Settings,
  contract: Contract,
  { username, name, email }: Administrator,
  instanceSettings: Readonly<Record<string, unknown>>,
  now: () => number,
): Promise<Oracle> {
  const delivered = new Map<string, number>()
  const base = await createForge({
    seed: { users: [{ username, name, email, admin: true }] },
    now: () => new Date(now()),
    log: () => {},
    async fetch(input, init) {
      const { url } = new Request(input, init)
      const { hookReceiver } = settings
      if (!hookReceiver || !url.startsWith(hookReceiver.url))
        throw new TypeError('This forge has no network.')
      delivered.set(url, (delivered.get(url) ?? 0) + 1)
      return new Response()
    },
  })
  const token = base.tokens[username] ?? ''
  const clientOf = (forge: Forge) =>
    createClient(
      {
        ...settings,
        headers: {},
        // Other processes may use the processor, so a slow response must not count as a timeout.
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
  // Settings are written one by one, so that a value that Forgery refuses does not prevent the others.
  if (status >= 400) {
    for (const [setting, value] of shown) {
      await call('updateApplicationSettings', { [setting]: value })
    }
  }
  const { body } = await call('getCurrentUser', {})
  return {
    begin() {
      const forge = base.fork()
      return {
        call: clientOf(forge).call,
        async deliveriesTo(address) {
          await forge.settled()
          return delivered.get(address) ?? 0
        },
      }
    },
    fork: () => base.fork(),
    token,
    administratorId: Number(isObject(body) ? body.id : 0),
  }
}
