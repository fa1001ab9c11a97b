import { forbidden } from '../../../contract/errors.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import { mayRunOn, mustReadPipelines, mustUpdatePipelines } from '../../access/builds.ts'
import { pipelinesOfCommit } from '../../domain/builds/child-pipelines.ts'
import {
  cancelPipeline,
  removePipeline,
  renamePipeline,
  retryPipeline,
} from '../../domain/builds/pipeline-actions.ts'
import { selectPipelines, updatedAt } from '../../domain/builds/pipeline-lists.ts'
import { checkPipelineOfRef, runPipeline } from '../../domain/builds/pipeline-of-ref.ts'
import { testSuites } from '../../domain/builds/test-suites.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { findCommit, repositoryOf } from '../../domain/repositories/repositories.ts'
import { pipelineInList, pipelineResource } from '../../resources/v4/pipeline.ts'
import { testReport, testReportSummary } from '../../resources/v4/test-report.ts'
import { Later, listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Pipelines. */
export const pipelines = {
  listPipelines(context, selection) {
    mustReadPipelines(context)
    return listSelected(selectPipelines(context, context.project, selection), (pipeline) =>
      pipelineInList(pipeline, context),
    )
  },

  getPipeline(context) {
    mustReadPipelines(context)
    return pipelineResource(context.pipeline, context)
  },

  /** Returns the newest pipeline of the current commit of a ref, even if the pipeline ran for another ref. */
  getLatestPipeline(context, { ref }) {
    const { store, project } = context
    mustReadPipelines(context)
    const commit = findCommit(store, project, ref || repositoryOf(store, project).head)
    const latest = commit && pipelinesOfCommit(store, project, commit.id).at(-1)
    if (!latest) throw forbidden()
    return pipelineResource(latest, context)
  },

  createPipeline(context, { ref, variables = [], inputs }) {
    const { project } = context
    mustUpdatePipelines(context)
    const given = variables.map((one) => ({ variable_type: 'env_var' as const, ...one }))
    const request = { ref, variables: given, source: 'api' as const, inputs }
    const planned = checkPipelineOfRef(context, project, request)
    return pipelineResource(runPipeline(context, planned), context)
  },

  deletePipeline(context) {
    const { viewer, project, pipeline } = context
    mustReadPipelines(context)
    viewer.must('own_project', project)
    mustBeUnmodified(context, updatedAt(pipeline))
    removePipeline(context, pipeline)
    return undefined
  },

  /** Lists the variables of a pipeline, for maintainers and the developer who started it. */
  listPipelineVariables(context) {
    const { viewer, project, pipeline } = context
    mustUpdatePipelines(context)
    if (pipeline.user_id !== viewer.user?.id) viewer.must('admin_project', project)
    return pipeline.variables.map((variable) => ({ ...variable, raw: false }))
  },

  getTestReport(context) {
    mustReadPipelines(context)
    return new Later(testSuites(context, context.pipeline).then(testReport))
  },

  getTestReportSummary(context) {
    mustReadPipelines(context)
    return new Later(testSuites(context, context.pipeline).then(testReportSummary))
  },

  retryPipeline(context) {
    mustRun(context, context.pipeline)
    return pipelineResource(retryPipeline(context, context.pipeline), context)
  },

  cancelPipeline(context) {
    mustRun(context, context.pipeline)
    return pipelineResource(cancelPipeline(context, context.pipeline), context)
  },

  updatePipelineMetadata(context, { name }) {
    mustRun(context, context.pipeline)
    return pipelineResource(renamePipeline(context, context.pipeline, name), context)
  },
} satisfies OperationsOf<'v4', 'Pipelines'>

/** Throws 403 unless the caller is a developer, and on a protected ref may run pipelines there. */
function mustRun(context: ProjectContext, pipeline: PipelineRecord): void {
  mustUpdatePipelines(context)
  if (!mayRunOn(context, context.project, pipeline)) throw forbidden()
}
