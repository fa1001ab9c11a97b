import type { BuildRecord } from '../../../store/models/build.ts'
import type { SystemContext } from '../context.ts'
import { settlePipeline } from './pipelines.ts'
import { changeState } from './progress.ts'
import { holderOfResource, waitingForResource } from './resource-groups.ts'

/** Passes the resource of a finished build on to the next build that waits for it. */
export function passResourceOn(context: SystemContext, build: BuildRecord): void {
  if (build.resource_group === null || holderOfResource(context, build)) return
  const [next] = waitingForResource(context, build)
  if (!next) return
  changeState(context, next, 'enqueue')
  settlePipeline(context, next)
}
