import { expandVariables, type Variables } from '../../../ci/variables.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import { mayRunOn } from '../../access/builds.ts'
import type { Context, SystemContext } from '../context.ts'
import { findProject } from '../find.ts'
import { existingProject } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { releaseOfStartedPipelines } from '../release.ts'
import { findCommit, repositoryOf } from '../repositories/repositories.ts'
import { waitAgain } from './actions.ts'
import { createPipeline } from './create-pipeline.ts'
import { stopEnvironmentOfJob } from './deployments-of-jobs.ts'
import { valuesOf, variablesOfBuild } from './job-variables.ts'
import { passResourceOn } from './pass-resource-on.ts'
import {
  type PlannedPipeline,
  planPipeline,
  planPipelineOfRef,
  RefusedPipeline,
  runPipeline,
} from './pipeline-of-ref.ts'
import { settlePipeline } from './pipelines.ts'
import { canMove, changeState, moveBuild } from './progress.ts'
import { cancelAfterFailure } from './redundant-pipelines.ts'
import type { BuildEvent } from './states.ts'
import { overStates } from './status.ts'

/**
 * The limits of GitLab (app/services/ci/create_downstream_pipeline_service.rb, and `pipeline_hierarchy_size` of its
 * plans).
 */
const MAX_NESTED_CHILDREN = 2
const MAX_SAME_UPSTREAMS = 2
/** Jobs count as well as pipelines here, since one request creates all of them. */
const MAX_TREE_SIZE = 1000
const MAX_VALUE_LENGTH = 10_000

const treeIsFull = 'reached_max_pipeline_hierarchy_size'

type Reason = NonNullable<BuildRecord['failure_reason']>
type Bridge = BuildRecord & { readonly trigger: NonNullable<BuildRecord['trigger']> }

/** Finds the downstream pipeline of a bridge. */
export function downstreamOf(store: Store, { id }: BuildRecord): PipelineRecord | undefined {
  return store.pipelines.by('source_build_id', id).at(-1)
}

/**
 * Starts the downstream pipelines of bridges of one pipeline, as the users who started the bridges. The consequences
 * follow after all of them are started.
 */
export function startDownstreams(asked: SystemContext, bridges: readonly BuildRecord[]): void {
  const { store } = asked
  const context = { ...asked, release: releaseOfStartedPipelines() }
  let isFull = false
  for (const { id } of bridges) {
    // The end of a pipeline that a bridge before started can have started or canceled this one.
    const bridge = store.builds.get(id)
    if (bridge?.status !== 'pending') continue
    if (isFull) changeState(context, bridge, 'fail', { failure_reason: treeIsFull })
    else startDownstream(context, bridge)
    isFull ||= store.builds.get(id)?.failure_reason === treeIsFull
  }
  const ended = bridges.flatMap(({ id }) => {
    const bridge = store.builds.get(id)
    return bridge && overStates.has(bridge.status) ? [bridge] : []
  })
  for (const bridge of ended) {
    stopEnvironmentOfJob(context, bridge)
    cancelAfterFailure(context, bridge)
  }
  const [first] = ended
  if (first) settlePipeline(context, first)
  for (const bridge of ended) passResourceOn(context, bridge)
}

function startDownstream(context: SystemContext, build: BuildRecord): void {
  const { trigger } = build
  if (trigger === null || downstreamOf(context.store, build)) return
  const bridge = { ...changeState(context, build, 'run'), trigger }
  const planned = plannedFor(context, bridge)
  if (typeof planned === 'string') {
    changeState(context, bridge, 'fail', { failure_reason: planned })
  } else if (planned instanceof RefusedPipeline) {
    const { broken, reasons } = planned
    if (broken) createPipeline(context, { ...broken, yaml_errors: reasons.join('\n') }, [])
    const failure_reason = 'downstream_pipeline_creation_failed'
    changeState(context, bridge, 'fail', { failure_reason })
  } else {
    runPipeline(context, planned)
    if (trigger.strategy === null) changeState(context, bridge, 'succeed')
  }
}

function fail(context: SystemContext, bridge: BuildRecord, failure_reason: Reason): void {
  moveBuild(context, bridge, 'fail', { failure_reason })
}

/** The event of a bridge with `strategy` when its downstream pipeline finishes. */
const endings: Readonly<Partial<Record<PipelineRecord['status'], BuildEvent>>> = {
  success: 'succeed',
  failed: 'fail',
  skipped: 'fail',
  canceled: 'cancel',
}

/** Updates a bridge that waits for its downstream pipeline; it waits again when the pipeline is retried. */
export function followDownstream(context: SystemContext, pipeline: PipelineRecord): void {
  const bridge = context.store.builds.get(pipeline.source_build_id ?? 0)
  if (!bridge?.trigger?.strategy || bridge.is_retried) return
  const event = endings[pipeline.status]
  if (event === undefined) {
    if (!overStates.has(bridge.status)) return
    waitAgain(context, bridge)
    moveBuild(context, bridge, 'retry')
  } else if (event === 'fail' && canMove(bridge, event)) fail(context, bridge, 'unknown_failure')
  else if (canMove(bridge, event)) moveBuild(context, bridge, event)
}

/** Plans the downstream pipeline of a bridge, or returns the reason against it. */
function plannedFor(
  work: SystemContext,
  bridge: Bridge,
): PlannedPipeline | RefusedPipeline | Reason {
  const { store } = work
  const user = store.users.get(bridge.user_id ?? 0)
  const pipeline = store.pipelines.get(bridge.pipeline_id)
  const project = existingProject(work, bridge.project_id)
  const commit = findCommit(store, project, bridge.sha)
  if (!user || !pipeline || !commit) return 'data_integrity_failure'
  const context = onBehalfOf(work, user)
  const upstreams = upstreamsOf(store, pipeline)
  if (isTooLarge(store, upstreams.at(-1) ?? pipeline)) return treeIsFull
  return bridge.trigger.project === null
    ? plannedChild(context, bridge, { pipeline, upstreams, commit })
    : plannedInOtherProject(context, bridge, { pipeline, upstreams })
}

interface Upstream {
  readonly pipeline: PipelineRecord
  /** The pipeline and its upstream pipelines, nearest first. */
  readonly upstreams: readonly PipelineRecord[]
}

function plannedChild(
  context: Context,
  bridge: Bridge,
  { pipeline, upstreams, commit }: Upstream & { readonly commit: GitCommit },
): PlannedPipeline | RefusedPipeline | Reason {
  const project = existingProject(context, bridge.project_id)
  const ancestors = upstreams.findIndex(({ source }) => source !== 'parent_pipeline')
  if (ancestors >= MAX_NESTED_CHILDREN) return 'reached_max_descendant_pipelines_depth'
  if (!mayRunOn(context, project, pipeline)) return 'insufficient_bridge_permissions'
  const { project_id, ref, sha, before_sha, tag, merge_request_id } = pipeline
  const child = {
    project_id,
    ref,
    sha,
    before_sha,
    tag,
    merge_request_id,
    source: 'parent_pipeline',
    source_build_id: bridge.id,
    variables: variablesFor(context, bridge, pipeline),
    user_id: bridge.user_id,
    created_at: context.now,
    yaml_errors: null,
  } as const
  const content = JSON.stringify({ include: bridge.trigger.include })
  return planPipeline(context, project, child, commit, { content })
}

function plannedInOtherProject(
  context: Context,
  bridge: Bridge,
  { pipeline, upstreams }: Upstream,
): PlannedPipeline | RefusedPipeline | Reason {
  const { store, viewer } = context
  const { project: path, branch } = bridge.trigger
  const filledIn = fillerFor(context, bridge)
  const project = findProject(store, filledIn(path ?? ''))
  if (!project || !viewer.sees(project)) return 'downstream_bridge_project_not_found'
  if (project.id === bridge.project_id) return 'invalid_bridge_trigger'
  const ref = filledIn(branch ?? '') || repositoryOf(store, project).head
  const mayRun = project.builds_enabled && mayRunOn(context, project, { ref, tag: false })
  if (!mayRun || !viewer.can('update_builds', existingProject(context, bridge.project_id))) {
    return 'insufficient_bridge_permissions'
  }
  if (isLoop(upstreams)) return 'pipeline_loop_detected'
  return planPipelineOfRef(context, project, {
    ref,
    source: 'pipeline',
    source_build_id: bridge.id,
    variables: variablesFor(context, bridge, pipeline),
    inputs: bridge.trigger.inputs,
  })
}

/**
 * Returns the variables that a bridge passes to its downstream pipeline
 * (lib/gitlab/ci/variables/downstream/generator.rb).
 */
function variablesFor(
  context: SystemContext,
  bridge: Bridge,
  pipeline: PipelineRecord,
): PipelineRecord['variables'] {
  const { forwards } = bridge.trigger
  const schedule = context.store.pipelineSchedules.get(pipeline.pipeline_schedule_id ?? 0)
  const filledIn = fillerFor(context, bridge)
  const forwarded = [
    ...(forwards.job ? bridge.variables : []),
    ...(forwards.pipeline ? [...pipeline.variables, ...(schedule?.variables ?? [])] : []),
  ]
  const given = forwarded.map((one) => ({ ...one, value: filledIn(one.value) }))
  return [...new Map(given.map((one) => [one.key, one])).values()]
}

/** Returns a function that fills in the variables of a bridge, which are only found where a text names one. */
function fillerFor(context: SystemContext, bridge: Bridge): (text: string) => string {
  let found: Variables | undefined
  return (text) => {
    if (!/[$%]/.test(text)) return text
    found ??= valuesOf(variablesOfBuild(context, bridge))
    return expandVariables(text, found, MAX_VALUE_LENGTH) ?? ''
  }
}

/** Returns a pipeline and its upstream pipelines, nearest first. */
function upstreamsOf(store: Store, pipeline: PipelineRecord): PipelineRecord[] {
  const bridge = store.builds.get(pipeline.source_build_id ?? 0)
  const upstream = store.pipelines.get(bridge?.pipeline_id ?? 0)
  return upstream ? [pipeline, ...upstreamsOf(store, upstream)] : [pipeline]
}

/** Whether pipelines start each other in a loop. One repetition is allowed. */
function isLoop(upstreams: readonly PipelineRecord[]): boolean {
  const keys = upstreams
    .filter(({ source }) => source !== 'parent_pipeline')
    .map(({ project_id, ref, source }) => `${project_id} ${source} ${ref}`)
  return keys.some((key) => keys.filter((one) => one === key).length > MAX_SAME_UPSTREAMS)
}

/** Whether the tree below a pipeline, including itself, has as many pipelines and jobs as it may have. */
function isTooLarge(store: Store, root: PipelineRecord): boolean {
  const tree = [root]
  let size = 0
  // The loop also visits the pipelines that it appends.
  for (const { id } of tree) {
    const builds = store.builds.by('pipeline_id', id)
    size += 1 + builds.length
    if (size >= MAX_TREE_SIZE) return true
    for (const build of builds) {
      if (build.trigger) tree.push(...store.pipelines.by('source_build_id', build.id))
    }
  }
  return false
}
