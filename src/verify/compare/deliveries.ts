import type { Answer } from '../client/answer.ts'
import { wait } from '../client/pace.ts'
import { type HookReceiver, projectsIn } from '../hook-receiver.ts'
import { fill, type Lookup, type Step } from '../reproduction/history.ts'
import { hookKind } from '../sandbox/kinds.ts'
import { at, isObject } from '../story/bodies.ts'
import type { Difference } from './comparison.ts'
import type { Fields, Rules } from './rules.ts'

/** The deliveries of the hooks that a history created for the receiver. */
export interface Deliveries {
  /**
   * Compares what is delivered after a write, and notes a hook that it created. Payloads are not specified, so it is
   * only compared whether anything comes to a hook, without the token of another hook: what must come may say anything
   * else, and what must not come counts if it names a record of the history, since others may push meanwhile, or if its
   * hook has not the flag of its event, whoever pushed.
   */
  compareAfter(step: Step, answer: Answer): Promise<readonly Difference[]>
}

interface DeliveriesOptions {
  readonly receiver: HookReceiver
  /** Returns the number of deliveries of the forge to an address, when all have ended. */
  readonly deliveriesOfForge: (address: string) => Promise<number>
  readonly rules: Rules
  /** The values on the server. */
  readonly lookup: Lookup
  /** The timeout for a delivery, in milliseconds. */
  readonly patience: number
  readonly signal?: AbortSignal | undefined
}

/** A hook of the history. */
interface ReceivingHook {
  readonly address: string
  /** The name of the response to its creation. */
  readonly symbol: string
  /** The hook as the server showed it. */
  readonly shown: Fields
  /** The secret by which its receiver knows the sender. */
  readonly token: unknown
  /** The flags that it was created with, in words. */
  readonly name: string
  /** Whether it was removed, so that nothing at all is to come. */
  isRemoved: boolean
  /** The deliveries so far: of the forge, of the server, and those of the server that name the history. */
  forge: number
  received: number
  named: number
  /** Whether a delivery was missing already, so that further ones are not waited for as long. */
  isSilent: boolean
}

/** A hook with the number of deliveries that the forge made to it after a write. */
interface DueDeliveries {
  readonly hook: ReceivingHook
  readonly forge: number
}

/** The times after a write in which a delivery that must not come is expected, in milliseconds. */
const MIN_DELAY = 40
const MAX_DELAY = 1000
const TIMES_THE_SLOWEST = 3

const POLL_INTERVAL = 10

export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { receiver, deliveriesOfForge, rules, lookup, patience, signal } = options
  const hooks: ReceivingHook[] = []
  const projects = new Set<number>()
  let slowest = 0
  /** Whether deliveries name the history; undefined before the first. Those of others come meanwhile. */
  let areNamed: boolean | undefined
  const delay = () => Math.min(MAX_DELAY, Math.max(MIN_DELAY, TIMES_THE_SLOWEST * slowest))

  /** Whether a delivery names the history: its names have a word of their own. */
  function isNamed(body: string): boolean {
    const word = lookup('word', undefined)
    return body.includes(String(word)) || projectsIn(body).some((id) => projects.has(id))
  }

  const bodiesFor = ({ address }: ReceivingHook) => receiver.received(address)
  const receivedNow = (hook: ReceivingHook) => bodiesFor(hook).length - hook.received
  const namedNow = (hook: ReceivingHook) => bodiesFor(hook).filter(isNamed).length - hook.named
  const unwantedNow = (hook: ReceivingHook) =>
    bodiesFor(hook)
      .slice(hook.received)
      .filter((body) => rules.isUnwanted(body, hook.shown)).length

  /** Whether the latest delivery to a hook contains the token of another one; how tokens are sent is not specified. */
  function bringsTokenOfAnother(hook: ReceivingHook): boolean {
    const headers = receiver.headers?.(hook.address) ?? []
    const latest = [bodiesFor(hook).at(-1), headers.at(-1)].join()
    return hooks.some(
      ({ token }) => typeof token === 'string' && token !== hook.token && latest.includes(token),
    )
  }

  function note({ operation, parameters, makes }: Step, { status, body }: Answer): void {
    if (status >= 300) return
    const { id, path_with_namespace: path } = isObject(body) ? body : {}
    if (typeof id === 'number' && path !== undefined) projects.add(id)
    for (const hook of hooks) {
      if (operation === hookKind.removes && parameters.id === `<${hook.symbol}>`)
        hook.isRemoved = true
    }
    if (operation !== hookKind.creates || makes === undefined) return
    const address = fill(parameters.url ?? null, lookup)
    if (typeof address !== 'string' || !address.startsWith(receiver.url)) return
    const flags = Object.keys(parameters).filter((name) => parameters[name] === true)
    const shown = at(body, '0')
    hooks.push({
      ...{ address, symbol: makes, shown: isObject(shown) ? shown : {} },
      token: fill(parameters.token ?? null, lookup),
      name: `a hook of ${flags.length === 0 ? 'no events' : flags.join(' and ')}`,
      ...{ forge: 0, received: 0, named: 0, isSilent: false, isRemoved: false },
    })
  }

  /** Waits for what must come, and then as long as what must not come would take. */
  async function waitForDeliveries(due: readonly DueDeliveries[]): Promise<void> {
    const started = performance.now()
    const count = areNamed === false ? receivedNow : namedNow
    const isMissing = ({ hook }: DueDeliveries) => count(hook) === 0
    const isWaitedFor = (one: DueDeliveries) =>
      isMissing(one) && performance.now() - started < (one.hook.isSilent ? delay() : patience)
    const poll = async (isWaiting: () => boolean) => {
      while (isWaiting() && !signal?.aborted) await wait(POLL_INTERVAL, signal)
    }
    await poll(() => due.some(isWaitedFor))
    if (due.length > 0 && !due.some(isMissing)) {
      areNamed ??= true
      slowest = Math.max(slowest, performance.now() - started)
    }
    if (areNamed === undefined && due.some(({ hook }) => receivedNow(hook) > 0)) areNamed = false
    const end = performance.now() + delay()
    const areMore = () => due.some(({ hook, forge }) => count(hook) < forge)
    await poll(() => areMore() && performance.now() < end)
    await wait(delay(), signal)
  }

  return {
    async compareAfter(step, answer) {
      note(step, answer)
      if (hooks.length === 0 || step.operation === hookKind.creates) return []
      const counted = await Promise.all(
        hooks.map(async (hook) => {
          const all = await deliveriesOfForge(hook.address)
          return { hook, all, forge: all - hook.forge }
        }),
      )
      const openOf = (hook: ReceivingHook, isMissing: boolean) =>
        hook.isRemoved ? undefined : rules.openDelivery(step.operation, hook.shown, isMissing)
      await waitForDeliveries(
        counted.filter(({ hook, forge }) => forge > 0 && openOf(hook, true) === undefined),
      )
      // What was not waited for is not missing.
      if (signal?.aborted) return []
      return counted.flatMap(({ hook, all, forge }): Difference[] => {
        const [received, named, unwanted] = [receivedNow(hook), namedNow(hook), unwantedNow(hook)]
        const place = `deliveries to ${hook.isRemoved ? 'a hook that was removed' : hook.name}`
        hook.forge = all
        hook.received += received
        hook.named += named
        if (received > 0 && bringsTokenOfAnother(hook))
          return [{ place: `${place} (token)`, forge: 'its own', server: 'that of another hook' }]
        if (forge > 0 && received === 0) {
          hook.isSilent = true
          const open = openOf(hook, true)
          return [{ place, forge, server: 0, ...(open === undefined ? {} : { open }) }]
        }
        if (forge === 0 && unwanted > 0) return [{ place, forge, server: unwanted }]
        if (forge > 0 || named === 0) return []
        const open = openOf(hook, false)
        return [{ place, forge: 0, server: named, ...(open === undefined ? {} : { open }) }]
      })
    },
  }
}
