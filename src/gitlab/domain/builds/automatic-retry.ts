import type { BuildRecord } from '../../../store/models/build.ts'
import type { SystemContext } from '../context.ts'
import { moveBuild } from './progress.ts'
import { runAnew } from './run-anew.ts'

/**
 * Retries a failed build as often as its job says, and for the failures that it names
 * (lib/gitlab/ci/build/auto_retry.rb).
 */
export function retryFailedJob(context: SystemContext, build: BuildRecord): void {
  const { status, retry, is_retried, failure_reason, pipeline_id, name } = build
  if (status !== 'failed' || retry === null || is_retried) return
  const isMeant =
    retry.when.includes('always') || retry.when.includes(failure_reason ?? 'script_failure')
  const retries = context.store.builds
    .by('pipeline_id', pipeline_id)
    .filter((one) => one.name === name && one.is_retried)
  if (!isMeant || retries.length >= retry.max) return
  moveBuild(context, runAnew(context, build, build.user_id), 'enqueue')
}
