import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { type ShownState, shownPipelineStatus } from './shown-status.ts'
import { latestOfPipeline } from './status.ts'

/** The texts and icons for the status of a pipeline. */
export interface StatusWords {
  readonly text: string
  readonly label: string
  readonly group: string
  readonly icon: string
  readonly favicon: string
}

/** The texts of the classes in lib/gitlab/ci/status of GitLab. */
const texts: Readonly<Record<ShownState, readonly [text: string, label: string]>> = {
  created: ['Created', 'created'],
  pending: ['Pending', 'pending'],
  running: ['Running', 'running'],
  success: ['Passed', 'passed'],
  failed: ['Failed', 'failed'],
  canceled: ['Canceled', 'canceled'],
  skipped: ['Skipped', 'skipped'],
  waiting_for_resource: ['Waiting', 'waiting for resource'],
  manual: ['Blocked', 'waiting for manual action'],
  scheduled: ['Delayed', 'waiting for delayed job'],
}

/** The texts for a success with allowed failures (lib/gitlab/ci/status/success_warning.rb). */
const withWarnings = {
  text: 'Warning',
  label: 'passed with warnings',
  group: 'success-with-warnings',
  icon: 'status_warning',
  favicon: 'favicon_status_success',
} as const satisfies StatusWords

export function detailedStatus(
  context: Pick<SystemContext, 'store' | 'release'>,
  pipeline: PipelineRecord,
): StatusWords {
  const status = shownPipelineStatus(context, pipeline)
  if (status === 'success' && hasWarnings(context, pipeline)) return withWarnings
  const [text, label] = texts[status]
  const drawn = status === 'waiting_for_resource' ? 'pending' : status
  return {
    text,
    label,
    group: status.replaceAll('_', '-'),
    icon: `status_${drawn}`,
    favicon: `favicon_status_${drawn}`,
  }
}

function hasWarnings({ store }: Pick<SystemContext, 'store'>, { id }: PipelineRecord): boolean {
  return latestOfPipeline(store, id).some(
    ({ allow_failure, status }) => allow_failure && (status === 'failed' || status === 'canceled'),
  )
}
