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
  telling: ['seed/tell-seed.ts', 'seed/add.ts'],
  tracker: ['issues', 'notes', 'merge-requests'].map(operationsIn),
  people: ['users', 'projects', 'groups', 'members'].map(operationsIn),
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

/** The chunk of each module of a forge; those that several parts need are in one called `shared`. */
function chunksIn(context: PluginContext): ReadonlyMap<string, string> {
  const besides = reached(context, light)
  const core = reached(context, beginnings.core)
  const chunks = new Map<string, string>()
  for (const [name, paths] of Object.entries(beginnings)) {
    for (const id of name === 'core' ? core : reached(context, paths)) {
      if (besides.has(id) || id.endsWith('/src/index.ts') || (name !== 'core' && core.has(id)))
        continue
      chunks.set(id, chunks.has(id) ? 'shared' : name)
    }
  }
  return chunks
}

/** The modules that are loaded with those at these paths of `src`. */
function reached(context: PluginContext, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const isBeginning = (id: string) => paths.some((path) => id.endsWith(`/src/${path}`))
  const next = [...context.getModuleIds()].filter(isBeginning)
  for (const id of next) {
    if (found.has(id)) continue
    found.add(id)
    next.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
