import type { Context } from '../context.ts'
import type { Push } from '../repositories/pushes.ts'
import { createPipelinesOfMergeRequests } from './pipeline-of-merge-request.ts'
import { createPipelineOfPush } from './pipeline-of-push.ts'

/** Creates the pipelines of a push: that of the branch or tag, and those of the merge requests of the branch. */
export function createPipelinesOfPush(context: Context, push: Push): void {
  createPipelineOfPush(context, push)
  createPipelinesOfMergeRequests(context, push)
}
