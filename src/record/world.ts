/** A record in a seed: fields by name, references by name or id. */
export type Entry = Readonly<Record<string, unknown>>

/** The lists of `records` of a seed that a recording fills. */
export const listNames = [
  'commits',
  'annotated_tags',
  'settings',
  'users',
  'namespaces',
  'keys',
  'emails',
  'credentials',
  'projects',
  'members',
  'group_links',
  'stars',
  'notification_settings',
  'repositories',
  'protected_branches',
  'releases',
  'milestones',
  'labels',
  'issues',
  'merge_requests',
  'snippets',
  'notes',
  'award_emoji',
  'subscriptions',
  'pipelines',
  'builds',
  'commit_statuses',
  'environments',
  'deployments',
  'events',
] as const

export type ListName = (typeof listNames)[number]

/** The recorded content of a server, as a seed. */
export interface RecordedWorld {
  readonly records: Readonly<Partial<Record<ListName, Entry[]>>>
}

/** Collects records; the first record with an id counts. */
export interface Collected {
  add(list: ListName, entry: Entry): void
  has(list: ListName, id: number): boolean
  /** Returns an unused id, above all ids added so far. */
  newId(list: ListName): number
  entries(list: ListName): readonly Entry[]
  /** Returns all lists, each by ascending id. */
  world(): RecordedWorld
}

export function createCollected(): Collected {
  const lists = new Map<ListName, Entry[]>()
  const ids = new Map<ListName, Set<number>>()
  const idsOf = (list: ListName) => {
    const known = ids.get(list) ?? new Set<number>()
    ids.set(list, known)
    return known
  }
  return {
    add(list, entry) {
      if (typeof entry.id === 'number') {
        if (idsOf(list).has(entry.id)) return
        idsOf(list).add(entry.id)
      }
      const known = lists.get(list) ?? []
      lists.set(list, known)
      known.push(withoutUndefined(entry))
    },
    has: (list, id) => idsOf(list).has(id),
    newId: (list) => Math.max(0, ...idsOf(list)) + 1,
    entries: (list) => lists.get(list) ?? [],
    world() {
      const named = listNames.flatMap((list) => {
        const entries = lists.get(list) ?? []
        return entries.length === 0 ? [] : [[list, sorted(entries)] as const]
      })
      return { records: Object.fromEntries(named) }
    },
  }
}

function sorted(entries: Entry[]): Entry[] {
  if (entries.some(({ id }) => typeof id !== 'number')) return entries
  return [...entries].sort((a, b) => Number(a.id) - Number(b.id))
}

function withoutUndefined(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
}
