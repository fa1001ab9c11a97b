import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type Ask, at, type Forge, type Handle } from '../server.ts'
import {
  eachChanged,
  fieldOf,
  fieldsOf,
  jsonOf,
  listOf,
  type Rules,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'

/** A system hook as the caller asked for it, who knows nothing of the relay. */
export interface Registered {
  readonly id: number
  readonly url: string
  readonly token: string | undefined
  readonly push_events: boolean
  readonly tag_push_events: boolean
}

/** What is sent to the receiver of a hook. */
export interface Delivery {
  readonly hook: Registered
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Values
}

/** How a relay differs from a plain one. */
export interface Relaying {
  /** Whether a hook is told of an event; by its flags where this says nothing. */
  readonly isMeant?: (delivery: Delivery) => boolean
  readonly change?: (delivery: Delivery, hooks: ReadonlyMap<number, Registered>) => Delivery
  /** How long each hook waits for more deliveries, in milliseconds; it then gets the newest first. */
  readonly waits?: number
  readonly rules?: (forge: Forge, hooks: Map<number, Registered>) => Rules
}

/** Browsers and Node refuse this port at once, so that a delivery to it ends before it began. */
const nowhere = 'http://127.0.0.1:1/'

/**
 * A server that delivers to the receivers of system hooks itself: the forge keeps hooks of an address that nobody
 * answers, and what it tried to tell them is passed on from here, changed or not at all.
 */
export function relaying(relay: Relaying): (forge: Forge) => Handle {
  return (forge) => {
    const hooks = new Map<number, Registered>()
    const send = createSender(relay.waits)
    forge.watch((event) => {
      if (event.type !== 'delivery') return
      const { hook_id, headers: shown, payload } = event.delivery
      const hook = hooks.get(hook_id)
      if (!hook) return
      const delivery = { hook, url: hook.url, headers: withToken(shown, hook.token), payload }
      if (!(relay.isMeant ?? meantByFlags)(delivery)) return
      send(relay.change?.(delivery, hooks) ?? delivery)
    })
    return serving(() => ({ ...registering(forge, hooks), ...relay.rules?.(forge, hooks) }))(forge)
  }
}

/** Whether the flags of a hook subscribe it to an event; to all of the instance, and to tests, it always is. */
export function meantByFlags({ hook, payload }: Delivery): boolean {
  if (payload.event_name === 'push') return hook.push_events
  return payload.event_name !== 'tag_push' || hook.tag_push_events
}

function registering(forge: Forge, hooks: Map<number, Registered>): Rules {
  const asRegistered = (one: Values) => {
    const hook = hooks.get(Number(one.id))
    if (!hook || Object.keys(one).length === 0) return one
    const { url, push_events, tag_push_events } = hook
    return { ...one, url, push_events, tag_push_events }
  }
  return {
    async createSystemHook(call) {
      const response = await call.send()
      const [made = {}] = listOf(await jsonOf(response))
      const record = forge.db.hooks.get(Number(made.id))
      if (!response.ok || !record) return response
      const { id, url, push_events, tag_push_events } = record
      hooks.set(id, { id, url, token: record.token ?? undefined, push_events, tag_push_events })
      // It is told of everything, so that the relay decides.
      forge.db.hooks.replace(record, { url: nowhere, push_events: true, tag_push_events: true })
      return response
    },
    listSystemHooks: async (call) => eachChanged(await call.send(), asRegistered),
    async deleteSystemHook(call) {
      const response = await call.send()
      const json = await jsonOf(response)
      return at(json, 'id') === undefined ? response : eachChanged(response, asRegistered)
    },
  }
}

function withToken(shown: Readonly<Record<string, string>>, token: string | undefined) {
  const { 'X-Gitlab-Token': _, ...headers } = shown
  return token === undefined ? headers : { ...headers, 'X-Gitlab-Token': token }
}

/** Sends each hook one delivery after another. */
function createSender(waits: number | undefined): (delivery: Delivery) => void {
  const last = new Map<number, Promise<void>>()
  const waiting = new Map<number, Delivery[]>()
  const queue = (delivery: Delivery) => {
    const { id } = delivery.hook
    last.set(
      id,
      (last.get(id) ?? Promise.resolve()).then(() => post(delivery)),
    )
  }
  return (delivery) => {
    if (waits === undefined) return queue(delivery)
    const { id } = delivery.hook
    const others = waiting.get(id)
    if (others) return void others.push(delivery)
    const batch = [delivery]
    waiting.set(id, batch)
    setTimeout(() => {
      waiting.delete(id)
      for (const one of batch.toReversed()) queue(one)
    }, waits).unref()
  }
}

async function post({ url, headers, payload }: Delivery): Promise<void> {
  const { username, password, ...to } = partsOf(url)
  const credentials = `${username}:${password}`
  try {
    const response = await fetch(to.href, {
      method: 'POST',
      headers: {
        ...headers,
        ...(credentials === ':' ? {} : { Authorization: `Basic ${btoa(credentials)}` }),
      },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    })
    await response.body?.cancel()
  } catch {
    // A receiver that is gone is none of the server's business.
  }
}

function partsOf(url: string) {
  const bare = new URL(url)
  const { username, password } = bare
  bare.username = ''
  bare.password = ''
  return {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    href: bare.href,
  }
}

/** A request that a receiver got. */
export interface Received {
  /** The path with its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Values
}

export interface Receiver {
  /** Its address, without a slash at the end. */
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves to what it got, once that is enough, or enough time has passed. */
  until(isEnough: (received: readonly Received[]) => boolean): Promise<readonly Received[]>
}

const PATIENCE = 1500

/** Listens for deliveries while something uses it. */
export async function receiving(use: (receiver: Receiver) => Promise<boolean>): Promise<boolean> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const { url: path = '', headers } = request
    received.push({ path, headers, text, json: fieldsOf(JSON.parse(text)) })
    response.end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    return await use({
      url: `http://127.0.0.1:${port}`,
      received,
      async until(isEnough) {
        const end = Date.now() + PATIENCE
        while (!isEnough(received) && Date.now() < end) await pause(20)
        return received
      },
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const pause = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Adds a system hook; answers with its id. */
export async function newHook(ask: Ask, given: Values): Promise<number> {
  return Number(fieldOf((await ask('POST', '/hooks', { body: given })).json, 'id')[0])
}

/** The JSON with each object in it changed, from the inside outwards. */
export function everyObject(json: unknown, change: (fields: Values) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

/** Changes the payload of some deliveries. */
export const tellingOf =
  (isIt: (payload: Values) => boolean, change: (payload: Values) => Values) =>
  (delivery: Delivery): Delivery =>
    isIt(delivery.payload)
      ? { ...delivery, payload: fieldsOf(withFields(delivery.payload, change(delivery.payload))) }
      : delivery
