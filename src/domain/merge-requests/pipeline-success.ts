import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { mergeWhatWaitsFor } from './schedule.ts'

/**
 * What follows when the last build or commit status of a pipeline makes it a success. Called once
 * for each time it becomes one, in the transaction of what made it so; nobody may be signed in.
 */
export function pipelineSucceeded(work: SystemContext, pipeline: PipelineRecord): void {
  mergeWhatWaitsFor(work, pipeline)
}
