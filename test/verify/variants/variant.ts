import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import type { ForgeOptions } from '../../../src/forge/options.ts'
import type { VerifyOptions } from '../../../src/verify/index.ts'
import { inProcess } from '../in-process.ts'
import type { Fault, Handle } from '../mutants/mutant.ts'
import { type ListenOptions, listenTo } from './listen.ts'

/** A server that differs from ours, and holds every sentence of the specification all the same. */
export interface Variant {
  /** Says what is otherwise; no two variants share a name. */
  readonly name: string
  /** The world that it starts with; that of the demo when left out. */
  readonly world?: ForgeOptions['seed']
  readonly forge?: ForgeOptions
  /** Changes the world before the first request. */
  readonly prepare?: (forge: Forge) => void
  /** Stands between the client and the forge, and may change what passes. */
  readonly alter?: Fault
  /** Listens on a port where the difference is one of HTTP; in the same process when left out. */
  readonly listen?: ListenOptions
  /** What whoever judges it has to say of it. */
  readonly verify?: Partial<VerifyOptions>
}

export interface RunningVariant {
  readonly forge: Forge
  readonly handle: Handle
  readonly options: VerifyOptions
  /** How often something was changed that passed. */
  hits(): number
  close(): Promise<void>
}

/** The credentials of the demo that the API cannot make. */
export const otherCredentials = {
  oauth: 'ines-oauth-token',
  readUser: 'jonas-badge-token',
  revoked: 'jonas-old-token',
  session: 'ines-session',
}

export async function startVariant(variant: Variant): Promise<RunningVariant> {
  const { world = 'demo', alter, prepare, listen } = variant
  const forge = await createForge({
    seed: world,
    log: () => {},
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
    ...variant.forge,
  })
  prepare?.(forge)
  let hits = 0
  const hit = () => {
    hits++
  }
  const handle = alter ? alter({ forge, hit }) : forge.fetch
  const listening = listen && (await listenTo(handle, listen))
  const address = listening ? { url: listening.url } : { url, fetch: inProcess(handle) }
  return {
    forge,
    handle,
    options: {
      ...address,
      token: 'root-token',
      instance: true,
      journal: () => {},
      ...(world === 'demo' ? { credentials: otherCredentials } : {}),
      ...variant.verify,
    },
    hits: () => hits,
    close: async () => listening?.close(),
  }
}

const url = 'http://forge.test'
