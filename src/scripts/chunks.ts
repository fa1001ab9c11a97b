import type { OutputOptions, Plugin, PluginContext } from 'rolldown'

type Groups = NonNullable<Exclude<OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** What has little to do with a forge, and is not to load one. */
const light = [
  'client/index.ts',
  'verify/index.ts',
  'matchers/index.ts',
  'server/index.ts',
  'server/application.ts',
  'msw.ts',
  'cli.ts',
]

/** Where the parts of a forge begin: what every suite loads, and what is loaded when it is needed. */
const beginnings = {
  core: ['index.ts', 'seed/worlds.ts'],
  empty: ['seed/empty-world.ts'],
  // What most suites ask for first.
  first: ['issues', 'projects'].map(operationsIn),
  telling: ['seed/tell-seed.ts', 'seed/add.ts', 'seed/tellers.ts'],
  people: ['users', 'groups', 'members'].map(operationsIn),
  tracker: ['notes', 'merge-requests'].map(operationsIn),
  code: ['repositories', 'files', 'commits', 'branches', 'tags'].map(operationsIn),
  builds: ['builds', 'commit-statuses', 'deployments'].map(operationsIn),
  others: [
    'application-settings',
    'emails',
    'notification-settings',
    'snippets',
    'ssh-keys',
    'system-hooks',
  ].map(operationsIn),
  pushes: ['domain/consequences.ts'],
  'push-data': ['domain/hooks/push-data.ts'],
  removal: ['domain/tracker/remove.ts'],
  moves: ['domain/issues/move.ts'],
  discussions: ['domain/issues/discussions.ts'],
  events: ['resources/event.ts'],
  commands: ['interpret.ts', 'apply.ts'].map((name) => `domain/tracker/slash-commands/${name}`),
  trackers: ['seed/trackers.ts'],
  repositories: ['seed/repositories.ts', 'seed/consequences.ts'],
  reports: ['seed/commit-reports.ts'],
  activity: ['seed/activity.ts'],
  records: ['seed/records/import.ts'],
  unhandled: ['http/unhandled.ts'],
  'saved-worlds': ['seed/demo-world.ts', 'saved-world/world-file.ts'],
  // Given to everybody, and no part of what a suite in a browser loads.
  files: ['saved-world/file-storage.ts'],
}

function operationsIn(name: string): string {
  return `operations/${name}.ts`
}

/**
 * The chunks of a forge: left alone, the bundler makes one of each module that several of its parts need,
 * and a hundred small files load slower and compress worse than a few.
 */
export function chunksOfParts(): { readonly plugin: Plugin; readonly groups: Groups } {
  let chunkOf: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'chunks-of-parts',
    buildEnd(error) {
      if (!error) chunkOf = chunksIn(this)
    },
  }
  return { plugin, groups: [{ name: (id) => chunkOf.get(id) ?? null, test: /./ }] }
}

/** The chunk of each module of a forge. */
function chunksIn(context: PluginContext): ReadonlyMap<string, string> {
  const besides = reached(context, light)
  const core = reached(context, beginnings.core, beginnings.files)
  const partsOf = new Map<string, string[]>()
  for (const [name, paths] of Object.entries(beginnings)) {
    for (const id of name === 'core' ? core : reached(context, paths)) {
      if (besides.has(id) || id.endsWith('/src/index.ts') || (name !== 'core' && core.has(id)))
        continue
      partsOf.set(id, [...(partsOf.get(id) ?? []), name])
    }
  }
  const sizes = new Map<string, number>()
  for (const [id, parts] of partsOf) {
    const length = context.getModuleInfo(id)?.code?.length ?? 0
    sizes.set(parts.join('-'), (sizes.get(parts.join('-')) ?? 0) + length)
  }
  return new Map(
    [...partsOf].map(([id, parts]) => [id, chunkOf(parts, sizes.get(parts.join('-')) ?? 0)]),
  )
}

/** What is smaller, in characters, has no chunk of its own. */
const leastOfChunk = 5000

/**
 * The chunk of what these parts need, and no others. What several need is with what suites ask for first,
 * with what tells seeds, or, for whoever needs more than those, with all the rest.
 */
function chunkOf(parts: readonly string[], size: number): string {
  if (parts.length === 1 || parts.includes('empty')) return parts[0] ?? 'core'
  if (parts.includes('first')) return 'shared-first'
  if (parts.includes('telling')) return 'shared-telling'
  const isRare = !parts.includes('tracker') && !parts.includes('pushes')
  return isRare && size >= leastOfChunk ? parts.join('-') : 'shared'
}

/** The modules that are loaded with those at these paths of `src`, but for those `beside` and what they load. */
function reached(
  context: PluginContext,
  paths: readonly string[],
  beside: readonly string[] = [],
): ReadonlySet<string> {
  const found = new Set<string>()
  const isAmong = (places: readonly string[], id: string) =>
    places.some((path) => id.endsWith(`/src/${path}`))
  const next = [...context.getModuleIds()].filter((id) => isAmong(paths, id))
  for (const id of next) {
    if (found.has(id) || isAmong(beside, id)) continue
    found.add(id)
    next.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
