import { type Recording, type Votes, withoutAddress } from './recording.ts'
import type { Entry, RecordedWorld } from './world.ts'

/** The fields of a user that occur anywhere in a response. */
export interface SeenUser {
  readonly id: number
  readonly username: string
  readonly name?: string
}

/** Collects the users in the JSON of responses. */
export function createUserFinder() {
  const users = new Map<number, SeenUser>()
  function collect(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) collect(one)
    else if (typeof value === 'object' && value !== null) {
      if (isUser(value)) users.set(value.id, { ...users.get(value.id), ...value })
      for (const inner of Object.values(value)) collect(inner)
    }
  }
  return { collect, users }
}

function isUser(value: object): value is SeenUser {
  return (
    'id' in value &&
    typeof value.id === 'number' &&
    'username' in value &&
    typeof value.username === 'string'
  )
}

/** Records users with the fields that the token can see: all fields for an administrator, else the public ones. */
export async function recordUsers(recording: Recording, ids: Iterable<number>): Promise<void> {
  const { reader, collected, me } = recording
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const user =
      id === me.id && !me.isAdmin
        ? await reader.get('getCurrentUser', {})
        : await reader.get('getUser', { id: String(id) })
    const username = user?.username ?? recording.username(id) ?? `user-${id}`
    const { name = username, state } = user ?? {}
    collected.add('users', {
      id,
      username,
      name,
      email: user?.email ?? `${username}@example.com`,
      state: states.find((one) => one === state) ?? 'active',
      ...copied(user ?? {}),
      avatar_url: withoutAddress(recording, user?.avatar_url),
      is_external: user && 'external' in user ? user.external : undefined,
    })
    // The API shows no tokens: each user gets the token that any other seed would give.
    collected.add('credentials', { user_id: id, kind: 'private', token: `${username}-token` })
    if (me.isAdmin) await recordBelongings(recording, id)
  }
}

const states: readonly unknown[] = ['blocked', 'deactivated', 'banned']

/** The fields with the same name in a seed and in the API. */
const fields = [
  'is_admin',
  'bio',
  'location',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
  'job_title',
  'pronouns',
  'public_email',
  'private_profile',
  'discord',
  'github',
  'theme_id',
  'color_scheme_id',
  'projects_limit',
  'can_create_group',
  'two_factor_enabled',
  'identities',
  'confirmed_at',
  'last_sign_in_at',
  'current_sign_in_at',
  'created_at',
] as const

function copied(user: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((name) => (name in user ? [[name, Reflect.get(user, name)]] : [])),
  )
}

async function recordBelongings({ reader, collected }: Recording, user_id: number) {
  const id = String(user_id)
  for (const key of await reader.list('listSshKeysOfUser', { id })) {
    const { title, created_at } = key
    collected.add('keys', { id: key.id, user_id, title, key: key.key, created_at })
  }
  for (const { id: emailId, email } of await reader.list('listEmailsOfUser', { id })) {
    collected.add('emails', { id: emailId, user_id, email })
  }
}

/** Adds the personal namespaces that no project showed, with unused ids. */
export function addNamespaces({ collected }: Recording): void {
  const taken = new Set(collected.entries('namespaces').map(({ id }) => Number(id)))
  const owners = new Set(collected.entries('namespaces').map(({ owner_id }) => owner_id))
  let next = 1
  for (const { id, username, created_at } of [...collected.entries('users')]) {
    if (owners.has(id)) continue
    while (taken.has(next)) next++
    taken.add(next)
    const names = { name: username, path: username, owner_id: id }
    collected.add('namespaces', {
      id: next,
      kind: 'user',
      ...names,
      created_at,
      updated_at: created_at,
    })
  }
}

/** The administrator of a recorded world. */
export interface Administrator {
  readonly username: string
  readonly token: string
  /** Whether no recorded user is an administrator, so that one was added to the world. */
  readonly isAdded: boolean
}

/**
 * Returns a world with an administrator: the first recorded one, else an additional user. Only administrators can see
 * who is one, so a recording with the token of a plain user has none.
 */
export function withAdministrator(world: RecordedWorld): {
  readonly world: RecordedWorld
  readonly administrator: Administrator
} {
  const { users = [], credentials = [], namespaces = [] } = world.records
  const recorded = users.find(({ is_admin, state }) => is_admin === true && state !== 'blocked')
  if (recorded) {
    const credential = credentials.find(({ user_id }) => user_id === recorded.id)
    const [username, token] = [String(recorded.username), String(credential?.token)]
    return { world, administrator: { username, token, isAdded: false } }
  }
  const username = freePath(namespaces, 'root')
  const token = `${username}-token`
  const email = `${username}@example.com`
  const id = freeId(users)
  const user = { id, username, name: 'Administrator', email, state: 'active', is_admin: true }
  const namespace = { kind: 'user', name: username, path: username, owner_id: id }
  return {
    world: {
      records: {
        ...world.records,
        users: [...users, user],
        namespaces: [...namespaces, { id: freeId(namespaces), ...namespace }],
        credentials: [...credentials, { user_id: id, kind: 'private', token }],
      },
    },
    administrator: { username, token, isAdded: true },
  }
}

const freeId = (entries: readonly Entry[]) =>
  Math.max(0, ...entries.map(({ id }) => Number(id))) + 1

function freePath(namespaces: readonly Entry[], wanted: string): string {
  const taken = new Set(namespaces.map(({ path }) => String(path).toLowerCase()))
  let path = wanted
  for (let number = 2; taken.has(path); number++) path = `${wanted}${number}`
  return path
}

/**
 * Assigns votes to users, one each, by ascending id, since the API shows only their number. Votes beyond the number of
 * recorded users are dropped.
 */
export function giveVotes({ collected, votes }: Recording): void {
  const users = collected.entries('users').map(({ id }) => id)
  const give = ({ on, id }: Votes, name: string, count: number) => {
    for (const user_id of users.slice(0, count)) {
      collected.add('award_emoji', { awardable_type: on, awardable_id: id, name, user_id })
    }
  }
  for (const one of votes) {
    give(one, 'thumbsup', one.up)
    give(one, 'thumbsdown', one.down)
  }
}

/** Records stars: those of the token's user are listed; of the others, only the number is known. */
export async function giveStars({ reader, collected, me, stars }: Recording): Promise<void> {
  const own = new Set((await reader.list('listStarredProjects', {})).map(({ id }) => id))
  const others = collected.entries('users').flatMap(({ id }) => (id === me.id ? [] : [id]))
  for (const [project_id, count] of stars) {
    const isOwn = own.has(project_id)
    if (isOwn) collected.add('stars', { user_id: me.id, project_id })
    for (const user_id of others.slice(0, count - (isOwn ? 1 : 0))) {
      collected.add('stars', { user_id, project_id })
    }
  }
}
