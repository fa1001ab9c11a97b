import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { currentBuilds } from './status.ts'

/** How many seconds lie between two times; null where one of them is not there. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}

/** The average of the jobs that say theirs. */
export function coverageOf(
  { id }: PipelineRecord,
  { store }: Pick<SystemContext, 'store'>,
): string | null {
  const said = [...currentBuilds(store, id), ...store.commitStatuses.by('pipeline_id', id)].flatMap(
    ({ coverage }) => coverage ?? [],
  )
  if (said.length === 0) return null
  return (said.reduce((sum, one) => sum + one, 0) / said.length).toFixed(2)
}
