/**
 * What tells the parts of a seed that few seeds have, each loaded with the first seed that has it. Users,
 * groups and projects are in nearly all, and come with the rest.
 */
const repositories = ['repositories', 'repository', 'forked_from']
const reports = ['environments', 'deployments', 'pipelines', 'statuses']
const mergeRequests = ['merge_requests', 'trackers']

const parts = {
  consequences: {
    fields: [...repositories, ...reports, ...mergeRequests],
    load: () => import('./consequences.ts'),
  },
  records: { fields: ['records'], load: () => import('./records/import.ts') },
  repositories: { fields: repositories, load: () => import('./repositories.ts') },
  builds: { fields: reports, load: () => import('./commit-reports.ts') },
  trackers: {
    fields: ['milestones', 'labels', 'issues', 'snippets', ...mergeRequests],
    load: () => import('./trackers.ts'),
  },
  activity: { fields: ['hooks', 'events'], load: () => import('./activity.ts') },
}

type Parts = typeof parts

/** What tells a seed: undefined for each part that it does not have. */
export type Tellers = {
  readonly [Name in keyof Parts]?: Awaited<ReturnType<Parts[Name]['load']>> | undefined
}

/** Whoever asks first is answered first: seeds are told in the order in which they are given. */
let last: Promise<unknown> = Promise.resolve()

/** Loads what tells a seed, be that right or wrong. */
export function tellersFor(seed: unknown): Promise<Tellers> {
  const before = last
  const tellers = loadTellers(seed)
  const next = before.then(() => tellers)
  last = next.catch(() => {})
  return next
}

/** A seed has a part where it or one of its projects names a field of that. */
async function loadTellers(seed: unknown): Promise<Tellers> {
  const named = fieldsOf(seed)
  const loadedWhereNamed = <Loaded>({ fields, load }: Part<Loaded>) =>
    fields.some((field) => named.has(field)) ? load() : undefined
  const [consequences, records, repositories, builds, trackers, activity] = await Promise.all([
    loadedWhereNamed(parts.consequences),
    loadedWhereNamed(parts.records),
    loadedWhereNamed(parts.repositories),
    loadedWhereNamed(parts.builds),
    loadedWhereNamed(parts.trackers),
    loadedWhereNamed(parts.activity),
  ])
  return { consequences, records, repositories, builds, trackers, activity }
}

interface Part<Loaded> {
  readonly fields: readonly string[]
  load(): Promise<Loaded>
}

/** The names of the fields of a seed and of its projects. */
function fieldsOf(seed: unknown): ReadonlySet<string> {
  const names = new Set(keysOf(seed))
  const projects = typeof seed === 'object' && seed !== null && 'projects' in seed && seed.projects
  for (const project of Array.isArray(projects) ? projects : []) {
    for (const name of keysOf(project)) names.add(name)
  }
  return names
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []
