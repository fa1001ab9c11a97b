import { mustReadPipelines, mustUpdatePipelines } from '../../access/builds.ts'
import { cancelPipeline, retryPipeline } from '../../domain/builds/pipeline-actions.ts'
import { selectPipelines } from '../../domain/builds/pipeline-lists.ts'
import { checkPipelineOfRef, runPipeline } from '../../domain/builds/pipeline-of-ref.ts'
import { pipelineDetail } from '../../resources/v3/pipeline.ts'
import { listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/pipelines.yaml. */
export const pipelines = {
  listPipelines(context, { scope }) {
    mustReadPipelines(context)
    const selection = { scope, order_by: 'id', sort: 'desc' } as const
    return listSelected(selectPipelines(context, context.project, selection), (pipeline) =>
      pipelineDetail(pipeline, context),
    )
  },

  createPipeline(context, { ref }) {
    mustUpdatePipelines(context)
    const request = { ref, variables: [], source: 'api' as const }
    const planned = checkPipelineOfRef(context, context.project, request)
    return pipelineDetail(runPipeline(context, planned), context)
  },

  getPipeline(context) {
    mustReadPipelines(context)
    return pipelineDetail(context.pipeline, context)
  },

  retryPipeline(context) {
    mustUpdatePipelines(context)
    return pipelineDetail(retryPipeline(context, context.pipeline), context)
  },

  cancelPipeline(context) {
    mustUpdatePipelines(context)
    return pipelineDetail(cancelPipeline(context, context.pipeline), context)
  },
} satisfies OperationsOf<'v3', 'Pipelines'>
