import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Ask, at, type Forge, type Handle } from '../server.ts'
import {
  type Call,
  changed,
  idOf,
  isTrue,
  jsonOf,
  listOf,
  type Rules,
  relisted,
  serving,
} from '../shared-tools.ts'

/** A system hook as its creator gave it. */
export interface Hook {
  readonly id: number
  readonly url: string
  readonly token: string | undefined
  readonly pushes: boolean
  readonly tagPushes: boolean
}

/** One message for one hook, on its way. */
export type Message = ReturnType<Forge['deliveries']['all']>[number]

export interface Relay {
  /** The hooks that were created and not removed, by their ids. */
  readonly hooks: ReadonlyMap<number, Hook>
  /** Keeps a hook of the forge out of sight, which sends to the address of another. */
  readonly haunt: (call: Call, hook: Hook) => Promise<void>
  /** The messages that the forge has for hooks and that were neither sent nor taken before. */
  readonly take: () => Promise<readonly Message[]>
  readonly send: (message: Message, hook: Hook) => Promise<void>
}

export interface Relaying {
  /** What a message becomes: the same hook, another one, none, or several messages. */
  readonly route?: (message: Message, hook: Hook) => readonly Hook[]
  /** Sends all messages of a call. One after the other where it is not given. */
  readonly sendAll?: (sendings: readonly (() => Promise<void>)[]) => Promise<void>
  readonly rules?: (relay: Relay, forge: Forge) => Rules
}

/** Port 1 is closed to `fetch`: what the forge sends there goes nowhere, at once. */
const nowhere = 'http://127.0.0.1:1/hook?of='
const toNowhere = (url: string) => `${nowhere}${encodeURIComponent(url)}`
const fromNowhere = (url: unknown) =>
  typeof url === 'string' && url.startsWith(nowhere)
    ? decodeURIComponent(url.slice(nowhere.length))
    : url

const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)

/**
 * A server that sends the messages for system hooks itself, in place of the forge behind it: the forge is given
 * addresses that lead nowhere, and its list of deliveries says what there is to send.
 */
export function relaying({ route, sendAll, rules }: Relaying): (forge: Forge) => Handle {
  return (forge) => {
    const hooks = new Map<number, Hook>()
    const ghosts = new Map<number, Hook>()
    const seen = new WeakSet<Message>()

    const relay: Relay = {
      hooks,
      async haunt({ askAsRoot }, hook) {
        const { json } = await askAsRoot('POST', '/hooks', {
          url: toNowhere(hook.url),
          push_events: hook.pushes,
          tag_push_events: hook.tagPushes,
        })
        const id = idOf(listOf(json)[0] ?? json)
        ghosts.set(id, { ...hook, id })
      },
      async take() {
        await forge.settled()
        const found = forge.deliveries
          .all()
          .filter((one) => !seen.has(one) && one.url.startsWith(nowhere))
        for (const one of found) seen.add(one)
        return found
      },
      async send(message, { url, token }) {
        const headers = new Headers(message.headers)
        if (token === undefined || token === '') headers.delete('x-gitlab-token')
        else headers.set('x-gitlab-token', token)
        const target = new URL(url)
        const { username, password } = target
        if (username !== '' || password !== '') {
          const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
          headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
          target.username = ''
          target.password = ''
        }
        const body = JSON.stringify(message.payload)
        const signal = AbortSignal.timeout(5000)
        // Nobody waits for a receiver, and one that is away is no failure of the server.
        await fetch(target, { method: 'POST', headers, body, signal }).catch(() => {})
      },
    }
    const sendNew = async () => {
      const sendings = (await relay.take()).flatMap((message) => {
        const hook = hooks.get(message.hook_id) ?? ghosts.get(message.hook_id)
        const to = hook === undefined ? [] : (route?.(message, hook) ?? [hook])
        return to.map((one) => () => relay.send(message, one))
      })
      if (sendAll) await sendAll(sendings)
      else for (const send of sendings) await send()
    }
    const shown = (json: unknown): unknown =>
      Array.isArray(json)
        ? listOf(json).map((one) => ({ ...one, url: fromNowhere(one.url) }))
        : at(json, 'url') === undefined
          ? json
          : { ...Object(json), url: fromNowhere(at(json, 'url')) }

    const own: Rules = {
      async createSystemHook(call) {
        const { url, token } = call.given
        if (!isAddress(url)) return call.send()
        const response = await call.send({ url: toNowhere(url) })
        const json = await jsonOf(response)
        const id = idOf(listOf(json)[0] ?? json)
        if (!response.ok) return changed(response, shown)
        const stored = listOf(json)[0] ?? Object(json)
        hooks.set(id, {
          id,
          url,
          token: token === undefined || token === null ? undefined : String(token),
          pushes: isTrue(stored.push_events),
          tagPushes: isTrue(stored.tag_push_events),
        })
        return changed(response, shown)
      },
      listSystemHooks: async (call) =>
        changed(
          ghosts.size === 0
            ? await call.send()
            : await relisted(call, (all) => all.filter(({ id }) => !ghosts.has(Number(id)))),
          shown,
        ),
      testSystemHook: async (call) => changed(await call.send(), shown),
      async deleteSystemHook(call) {
        const response = await call.send()
        if (response.ok) hooks.delete(Number(call.path.id))
        return changed(response, shown)
      },
    }
    const changes = rules?.(relay, forge) ?? {}
    const handle = serving(() => ({ ...own, ...changes }))(forge)
    return async (request) => {
      const response = await handle(request)
      void sendNew()
      return response
    }
  }
}

/** Removes a hook as a server does that keeps every sentence. */
export async function removed(relay: Relay, call: Call): Promise<Response> {
  const response = await call.send()
  return changed(response, (json) =>
    at(json, 'url') === undefined
      ? json
      : {
          ...Object(json),
          url: relay.hooks.get(Number(call.path.id))?.url ?? fromNowhere(at(json, 'url')),
        },
  )
}

/** A request that a receiver of hooks was sent. */
export interface Received {
  /** The path with the query. */
  readonly url: string
  readonly token: string | undefined
  readonly payload: unknown
}

export interface Receiver {
  readonly address: string
  /** What came to a path so far. */
  readonly at: (path: string) => readonly Received[]
  /** Waits until something holds, for a second and a half at most, and says whether it does. */
  readonly until: (holds: () => boolean) => Promise<boolean>
  /** Waits for what may still be on its way. */
  readonly quiet: () => Promise<void>
}

/** Receives hooks for as long as something runs. */
export async function receiving<Result>(
  run: (receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const token = request.headers['x-gitlab-token']
      received.push({
        url: request.url ?? '',
        token: typeof token === 'string' ? token : undefined,
        payload: text === '' ? undefined : JSON.parse(text),
      })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await run({
      address: `http://127.0.0.1:${port}`,
      at: (path) => received.filter(({ url }) => url.startsWith(path)),
      async until(holds) {
        for (let waited = 0; waited < 1500 && !holds(); waited += 25) await pause(25)
        return holds()
      },
      quiet: () => pause(300),
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Creates a system hook; answers with its id. */
export async function newHook(
  ask: Ask,
  url: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { json }: Answer = await ask('POST', '/hooks', { body: { url, ...given } })
  return idOf(listOf(json)[0] ?? json)
}

export const eventOf = (payload: unknown) => String(at(payload, 'event_name'))

/** Those of a hook's messages that tell of a push to a branch, or of one of tags. */
export const pushesOf = (received: readonly Received[]) =>
  received.filter(({ payload }) => eventOf(payload) === 'push')
export const tagPushesOf = (received: readonly Received[]) =>
  received.filter(({ payload }) => eventOf(payload) === 'tag_push')
