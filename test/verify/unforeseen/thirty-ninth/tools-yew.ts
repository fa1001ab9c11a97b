import { at, type Forge } from '../server.ts'
import {
  type Call,
  callerOf,
  fieldsOf,
  levelOf,
  listOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** The operations that answer with projects, one or many. */
export const answeringWithProjects = [
  'getProject',
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
  'listGroupProjects',
] as const

/** The fields of a user that others see in a record. */
export function briefUser(user: unknown): Values {
  const names = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']
  const fields = fieldsOf(user)
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}

/** The user to whom the credentials of a call belong, whomever the call is made as. */
export async function bearerOf(forge: Forge, { request }: Call): Promise<Values> {
  const from = new URL(request.url)
  const url = new URL('/api/v3/user', from)
  for (const name of ['private_token', 'access_token']) {
    const value = from.searchParams.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  const headers = new Headers()
  for (const name of ['private-token', 'authorization', 'cookie']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const response = await forge.fetch(new Request(url, { headers }))
  return response.ok ? fieldsOf(await response.json()) : {}
}

/** Whether the caller may write to the project: an administrator, or a member with the level. */
export async function mayWrite(call: Call, level = 30): Promise<boolean> {
  if (call.isAnonymous) return false
  const { is_admin } = await callerOf(call)
  return is_admin === true || (await levelOf(call)) >= level
}

/** The id of the project that a call is about, however its path names it. */
export async function projectIdOf(call: Call): Promise<unknown> {
  return at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
}

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

interface Recent<Item> {
  readonly add: (item: Item) => void
  /** What was added within the time, the oldest first. */
  readonly all: () => readonly Item[]
}

/** What happened within the last milliseconds. */
export function createRecent<Item>(time: number): Recent<Item> {
  let items: readonly { readonly item: Item; readonly when: number }[] = []
  const current = () => items.filter(({ when }) => Date.now() - when < time)
  return {
    add(item) {
      items = [...current(), { item, when: Date.now() }]
    },
    all: () => current().map(({ item }) => item),
  }
}

export const hasId = (json: unknown, id: unknown) => listOf(json).some((one) => one.id === id)

/** The records in the order of their creation, the newest first. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))
