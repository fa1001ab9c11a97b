import { ConfigurationError } from '../../../ci/pipeline-file.ts'
import { invalid } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchHead } from '../../../git/repository.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { mayUse } from '../../access/builds.ts'
import type { Context, SystemContext } from '../context.ts'
import { findCommit, repositoryOf } from '../repositories/repositories.ts'
import { type BuildOfPipeline, createPipeline } from './create-pipeline.ts'
import {
  type DescribedPipeline,
  describedPipeline,
  type GivenConfiguration,
} from './described-builds.ts'
import type { NewPipeline } from './new-pipeline.ts'
import { isTag } from './pipeline-records.ts'
import { cancelRedundantPipelines } from './redundant-pipelines.ts'

/** A request for a pipeline. */
export interface PipelineRequest
  extends GivenConfiguration,
    Pick<PipelineRecord, 'ref' | 'source'>,
    Partial<Pick<PipelineRecord, 'pipeline_schedule_id' | 'trigger_id' | 'source_build_id'>> {
  readonly variables: PipelineRecord['variables']
  /** The payload of a trigger, which jobs get in a variable of its own. */
  readonly payload?: object | undefined
}

export interface PlannedPipeline {
  readonly pipeline: NewPipeline
  readonly builds: readonly BuildOfPipeline[]
}

/** The reasons against a pipeline. */
export class RefusedPipeline {
  readonly reasons: readonly string[]
  /** The pipeline with an invalid configuration. */
  readonly broken: NewPipeline | undefined

  constructor(reasons: readonly string[], broken?: NewPipeline) {
    this.reasons = reasons
    this.broken = broken
  }
}

/** Plans the pipeline of a branch or a tag as the caller. Throws 400 on `base` where no job would run. */
export function checkPipelineOfRef(
  context: Context,
  project: ProjectRecord,
  request: PipelineRequest,
): PlannedPipeline {
  const planned = planPipelineOfRef(context, project, request)
  if (planned instanceof RefusedPipeline) throw invalid({ base: [...planned.reasons] })
  return planned
}

/** Does the same, but returns the reasons against it. `[ci skip]` in a message applies to pushes only. */
export function planPipelineOfRef(
  context: Context,
  project: ProjectRecord,
  request: PipelineRequest,
): PlannedPipeline | RefusedPipeline {
  const commit = commitOfRef(context, project, request.ref)
  if (!commit) return refused('Reference not found')
  const pipeline = newPipeline(context, project, request, commit)
  if (!context.viewer.can('update_builds', project)) return notPermitted
  if (!mayUse(context, project, pipeline)) {
    return refused(
      `You do not have sufficient permission to run a pipeline on '${pipeline.ref}'. ` +
        'Please select a different branch or contact your administrator for assistance.',
    )
  }
  if (request.variables.length > 0 && !maySetVariables(context, project)) {
    return refused('Insufficient permissions to set pipeline variables')
  }
  return planPipeline(context, project, pipeline, commit, request)
}

/** Plans a pipeline by the configuration of a commit, as the caller. */
export function planPipeline(
  context: Context,
  project: ProjectRecord,
  pipeline: NewPipeline,
  commit: GitCommit,
  given: GivenConfiguration = {},
): PlannedPipeline | RefusedPipeline {
  if (context.viewer.signedIn().state !== 'active') return notPermitted
  const described = describedPipeline(context, project, pipeline, commit, given)
  if (!described) return refused('Missing CI config file')
  return plannedPipeline(pipeline, described)
}

/** Returns the planned pipeline of a configuration, or the reasons against it. */
function plannedPipeline(
  pipeline: NewPipeline,
  described: DescribedPipeline | ConfigurationError,
): PlannedPipeline | RefusedPipeline {
  if (described instanceof ConfigurationError) {
    return new RefusedPipeline(described.message.split('\n'), pipeline)
  }
  const { builds, isFiltered, attributes } = described
  if (isFiltered) return refused('Pipeline filtered out by workflow rules.')
  if (builds.length > 0) return { pipeline: { ...pipeline, ...attributes }, builds }
  return refused(
    'The resulting pipeline would have been empty. Review the rules configuration for the relevant jobs.',
  )
}

/** Creates a planned pipeline, which cancels the redundant ones of its ref. */
export function runPipeline(
  context: SystemContext,
  { pipeline, builds }: PlannedPipeline,
): PipelineRecord {
  const made = createPipeline(context, pipeline, builds)
  if (builds.length > 0) cancelRedundantPipelines(context, made)
  return made
}

/** Finds the commit of a branch or a tag, by its short name or its full name as `refs/heads/main`. */
function commitOfRef(
  { store }: Context,
  project: ProjectRecord,
  ref: string,
): GitCommit | undefined {
  const name = shortName(ref)
  const isBranch = branchHead(repositoryOf(store, project), name) !== undefined
  return isBranch || isTag(store, project, name) ? findCommit(store, project, name) : undefined
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}

function newPipeline(
  { store, viewer, now }: Context,
  project: ProjectRecord,
  { ref, source, variables, payload, ...from }: PipelineRequest,
  { id: sha }: GitCommit,
): NewPipeline {
  const name = shortName(ref)
  const tag = branchHead(repositoryOf(store, project), name) === undefined
  return {
    project_id: project.id,
    ref: name,
    sha,
    tag,
    source,
    pipeline_schedule_id: from.pipeline_schedule_id ?? null,
    trigger_id: from.trigger_id ?? null,
    source_build_id: from.source_build_id ?? null,
    variables: payload ? [...variables, payloadVariable(payload)] : variables,
    user_id: viewer.signedIn().id,
    created_at: now,
    yaml_errors: null,
  }
}

function payloadVariable(payload: object): PipelineRecord['variables'][number] {
  return { key: 'TRIGGER_PAYLOAD', value: JSON.stringify(payload), variable_type: 'file' }
}

/** Whether the caller may set pipeline variables, by `ci_pipeline_variables_minimum_override_role` of the project. */
export function maySetVariables({ viewer }: Context, project: ProjectRecord): boolean {
  switch (project.settings.ci_pipeline_variables_minimum_override_role) {
    case 'no_one_allowed':
      return false
    case 'developer':
      return viewer.can('update_builds', project)
    case 'maintainer':
      return viewer.can('admin_project', project)
    case 'owner':
      return viewer.can('own_project', project)
  }
}

function refused(reason: string): RefusedPipeline {
  return new RefusedPipeline([reason])
}

export const notPermitted = refused('Insufficient permissions to create a new pipeline')
