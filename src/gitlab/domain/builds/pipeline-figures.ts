import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { currentBuilds } from './status.ts'

/** Returns the seconds between two times; null where one is missing. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}

/** Returns the average coverage of the jobs that have one. */
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
