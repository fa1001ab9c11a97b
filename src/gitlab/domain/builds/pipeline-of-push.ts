import { ConfigurationError } from '../../../ci/pipeline-file.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Context } from '../context.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { createPipeline } from './create-pipeline.ts'
import { describedPipeline } from './described-builds.ts'
import type { NewPipeline } from './new-pipeline.ts'
import { maySetVariables, runPipeline } from './pipeline-of-ref.ts'

/**
 * Creates the pipeline of a pushed commit by its `.gitlab-ci.yml`, with a build for each job of the ref. No pipeline is
 * created without the file, without builds in the project, or without jobs for the ref. An invalid file makes a failed
 * pipeline with its error, and `[ci skip]` in the message a skipped one, both without builds.
 */
export function createPipelineOfPush(context: Context, push: Push): void {
  const { store } = context
  const project = store.projects.get(push.project.id)
  const tip = push.after === undefined ? undefined : peelToCommit(store.objects, push.after)
  if (!project?.builds_enabled || tip === undefined || push.hasPipeline === false) return
  const commit = readCommit(store.objects, tip)
  const pipeline = pipelineOf(context, push, commit)
  if (pipeline.variables?.length && !maySetVariables(context, project)) return
  const inputs = push.ci?.inputs
  const described = describedPipeline(context, project, pipeline, commit, { inputs })
  if (described instanceof ConfigurationError) {
    createPipeline(context, { ...pipeline, yaml_errors: described.message }, [])
  } else if (described && (push.ci?.isSkipped || isSkipped(commit))) {
    createPipeline(context, pipeline, [])
  } else if (described && described.builds.length > 0) {
    const { attributes, builds } = described
    runPipeline(context, { pipeline: { ...pipeline, ...attributes }, builds })
  }
}

/** Whether the message of a commit asks for no jobs. */
export const isSkipped = ({ message }: GitCommit) => /\[(ci skip|skip ci)\]/i.test(message)

const variablesOf = ({ ci }: Push): PipelineRecord['variables'] =>
  (ci?.variables ?? []).map((one) => ({ ...one, variable_type: 'env_var' }))

function pipelineOf({ viewer, now }: Context, push: Push, { id }: GitCommit): NewPipeline {
  const branch = branchOf(push)
  return {
    project_id: push.project.id,
    ref: branch ?? push.ref.slice('refs/tags/'.length),
    sha: id,
    before_sha: push.before ?? null,
    tag: branch === undefined,
    user_id: viewer.signedIn().id,
    created_at: now,
    variables: variablesOf(push),
    yaml_errors: null,
  }
}
