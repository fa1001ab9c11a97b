import { listBranches, listTags } from '../../../git/repository.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Query } from '../../../store/page.ts'
import type { Order } from '../../../store/record-index.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { isChild } from './child-pipelines.ts'
import { type ShownState, shownPipelineStatus } from './shown-status.ts'

/** The filters and the order of a list of pipelines. Times are ISO 8601. */
export interface PipelineSelection {
  /** The id of a schedule that started the pipelines. */
  readonly pipeline_schedule_id?: number | undefined
  readonly scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags' | undefined
  readonly status?: string | undefined
  readonly ref?: string | undefined
  readonly sha?: string | undefined
  readonly source?: PipelineRecord['source'] | undefined
  readonly yaml_errors?: boolean | undefined
  readonly username?: string | undefined
  readonly name?: string | undefined
  readonly updated_after?: string | undefined
  readonly updated_before?: string | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
  readonly order_by: keyof typeof orders | 'status'
  readonly sort: 'asc' | 'desc'
}

const statesOfScope = {
  running: ['running'],
  pending: ['pending'],
  finished: ['success', 'failed', 'canceled'],
} as const satisfies Record<string, readonly ShownState[]>

/** The orders of pipelines; in ascending order those without a user come last. */
const orders = {
  id: (a, b) => a.id - b.id,
  ref: (a, b) => compare(a.ref, b.ref) || a.id - b.id,
  updated_at: (a, b) => compare(updatedAt(a), updatedAt(b)) || a.id - b.id,
  user_id: (a, b) => (a.user_id ?? Infinity) - (b.user_id ?? Infinity) || a.id - b.id,
} satisfies Record<string, Order<PipelineRecord>>

export function selectPipelines(
  context: Pick<SystemContext, 'store' | 'release'>,
  project: ProjectRecord,
  selection: PipelineSelection,
): Query<PipelineRecord> {
  const { store } = context
  const order =
    selection.order_by === 'status' ? byShownStatus(context) : orders[selection.order_by]
  const all = candidates(store, project, selection)
  const list = selection.order_by === 'id' ? all : [...all].sort(order)
  const tests = testsOf(context, selection)
  const where = (pipeline: PipelineRecord) => tests.every((test) => test(pipeline))
  return { lists: [list], order, sort: selection.sort, where }
}

/** Returns the order by the status that a list shows, which can differ from the stored one. */
function byShownStatus(context: Pick<SystemContext, 'store' | 'release'>): Order<PipelineRecord> {
  const shown = new Map<number, string>()
  const statusOf = (pipeline: PipelineRecord) => {
    const known = shown.get(pipeline.id) ?? shownPipelineStatus(context, pipeline)
    shown.set(pipeline.id, known)
    return known
  }
  return (a, b) => compare(statusOf(a), statusOf(b)) || a.id - b.id
}

/** Returns the time of the last change of a pipeline. */
export function updatedAt({ updated_at, created_at }: PipelineRecord): string {
  return updated_at ?? created_at
}

/** Returns all pipelines of a project, or the newest pipeline of each existing branch or tag. */
function candidates(
  store: Store,
  project: ProjectRecord,
  { scope, pipeline_schedule_id }: Pick<PipelineSelection, 'scope' | 'pipeline_schedule_id'>,
): readonly PipelineRecord[] {
  const all =
    pipeline_schedule_id === undefined
      ? store.pipelines.by('project_id', project.id)
      : store.pipelines.by('pipeline_schedule_id', pipeline_schedule_id)
  if (scope !== 'branches' && scope !== 'tags') return all
  const list = scope === 'tags' ? listTags : listBranches
  const names = new Set(list(repositoryOf(store, project)).map(({ name }) => name))
  const latest = new Map<string, PipelineRecord>()
  for (const pipeline of all) {
    if (pipeline.tag === (scope === 'tags') && names.has(pipeline.ref) && !isChild(pipeline)) {
      latest.set(pipeline.ref, pipeline)
    }
  }
  return [...latest.values()].sort(orders.id)
}

type Test = (pipeline: PipelineRecord) => boolean

function testsOf(
  context: Pick<SystemContext, 'store' | 'release'>,
  selection: PipelineSelection,
): Test[] {
  const { scope, status, source, username, yaml_errors } = selection
  const states =
    scope === 'branches' || scope === 'tags' ? undefined : scope && statesOfScope[scope]
  const user = username ? context.store.users.one('username', folded(username)) : undefined
  const isOneOf = (wanted: readonly string[]) => (pipeline: PipelineRecord) =>
    wanted.includes(shownPipelineStatus(context, pipeline))
  return [
    // Child pipelines are left out, unless the filter asks for their source.
    (pipeline) => (source ? pipeline.source === source : !isChild(pipeline)),
    ...equalTo(selection),
    ...within(selection),
    ...(states ? [isOneOf(states)] : []),
    ...(status ? [isOneOf([status])] : []),
    ...(username ? [(one: PipelineRecord) => user !== undefined && one.user_id === user.id] : []),
    ...(yaml_errors === undefined
      ? []
      : [(one: PipelineRecord) => (one.yaml_errors !== null) === yaml_errors]),
  ]
}

function equalTo({ ref, sha, name }: PipelineSelection): Test[] {
  return [
    ...(ref ? [(one: PipelineRecord) => one.ref === ref] : []),
    ...(sha ? [(one: PipelineRecord) => one.sha === sha] : []),
    ...(name ? [(one: PipelineRecord) => one.name === name] : []),
  ]
}

function within(selection: PipelineSelection): Test[] {
  const { updated_after, updated_before, created_after, created_before } = selection
  return [
    isWithin(({ created_at }) => created_at, created_after, created_before),
    isWithin(updatedAt, updated_after, updated_before),
  ].flatMap((test) => test ?? [])
}

/** Returns a filter by a range of times, both inclusive; undefined where no limit is given. */
function isWithin(
  timeOf: (pipeline: PipelineRecord) => string,
  after: string | undefined,
  before: string | undefined,
): Test | undefined {
  if (!after && !before) return undefined
  const [from, to] = [after ? Date.parse(after) : -Infinity, before ? Date.parse(before) : Infinity]
  return (pipeline) => {
    const time = Date.parse(timeOf(pipeline))
    return time >= from && time <= to
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
