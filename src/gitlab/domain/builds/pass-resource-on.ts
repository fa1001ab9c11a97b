import type { BuildRecord } from '../../../store/models/build.ts'
import type { SystemContext } from '../context.ts'
import { settlePipeline } from './pipelines.ts'
import { changeState } from './progress.ts'
import { holderOfResource, waitingForResource } from './resource-groups.ts'

/** What a build that is over had of its own is for the next one that waits for it. */
export function passResourceOn(context: SystemContext, build: BuildRecord): void {
  if (build.resource_group === null || holderOfResource(context, build)) return
  const [next] = waitingForResource(context, build)
  if (!next) return
  changeState(context, next, 'enqueue')
  settlePipeline(context, next)
}
