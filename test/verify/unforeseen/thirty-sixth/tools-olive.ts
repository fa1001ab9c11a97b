import type { Ask } from '../server.ts'
import { newUser, type Values } from '../shared-tools.ts'

/** Makes a user who is a member of a project; answers with the id. */
export async function newMember(ask: Ask, project: number, access_level: number): Promise<number> {
  const { id } = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level } })
  return id
}

/** Every object in JSON changed, the inner ones first. */
export function deeplyChanged(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deeplyChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(json).map(
    ([name, value]) => [name, deeplyChanged(value, change)] as const,
  )
  return change(Object.fromEntries(fields))
}

interface Recent<Item> {
  readonly add: (item: Item) => void
  /** What was added within the time, the oldest first. */
  readonly all: () => readonly Item[]
}

/** What happened within the last milliseconds. */
export function createRecent<Item>(time: number): Recent<Item> {
  let items: readonly { readonly item: Item; readonly when: number }[] = []
  const forget = () => {
    items = items.filter(({ when }) => Date.now() - when < time)
  }
  return {
    add(item) {
      forget()
      items = [...items, { item, when: Date.now() }]
    },
    all() {
      forget()
      return items.map(({ item }) => item)
    },
  }
}
