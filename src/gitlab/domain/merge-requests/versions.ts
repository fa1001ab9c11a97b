import { ahead, mergeBase } from '../../../git/history/ancestry.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MergeRequestVersionRecord } from '../../../store/models/merge-request-version.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { baseOf, headOf, targetHead } from './range.ts'

/** Returns the versions of a merge request, oldest first. */
export function versionsOf(
  store: Store,
  { id }: Pick<MergeRequestRecord, 'id'>,
): readonly MergeRequestVersionRecord[] {
  return store.mergeRequestVersions.by('merge_request_id', id)
}

export function latestVersion(
  store: Store,
  mergeRequest: Pick<MergeRequestRecord, 'id'>,
): MergeRequestVersionRecord | undefined {
  return versionsOf(store, mergeRequest).at(-1)
}

/** Returns the merge base of a version. */
export function baseOfVersion(
  { objects }: Store,
  { start_sha, head_sha }: Pick<MergeRequestVersionRecord, 'start_sha' | 'head_sha'>,
): GitCommit | undefined {
  return start_sha === null ? undefined : mergeBase(objects, start_sha, head_sha)
}

/** Returns the commits of a version, newest first. */
export function commitsOfVersion(store: Store, version: MergeRequestVersionRecord): GitCommit[] {
  const base = baseOfVersion(store, version)
  return base ? ahead(store.objects, base.id, version.head_sha) : []
}

/** Returns the commits that the diff of a merge request compares; null where a branch is missing. */
export function diffRefs(store: Store, mergeRequest: MergeRequestRecord) {
  const [base_sha, head_sha] = [baseOf(store, mergeRequest), headOf(store, mergeRequest)]
  if (base_sha === undefined || head_sha === undefined) return null
  return {
    base_sha,
    head_sha,
    start_sha: latestVersion(store, mergeRequest)?.start_sha ?? base_sha,
  }
}

/** Returns the commits that the diff of a version compares; null where one is missing. */
export function refsOfVersion(store: Store, version: MergeRequestVersionRecord) {
  const { head_sha, start_sha } = version
  const base_sha = baseOfVersion(store, version)?.id
  return base_sha === undefined || start_sha === null ? null : { base_sha, head_sha, start_sha }
}

/** Records the version of a merge request that a seed lists as merged, whose source branch never existed. */
export function rememberVersion(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  { id, head_sha, base_sha }: MergeRequestRecord,
): void {
  if (head_sha === null || latestVersion(store, { id })) return
  store.mergeRequestVersions.insert({
    merge_request_id: id,
    head_sha,
    start_sha: base_sha,
    created_at: now,
  })
}

/** Records a version with the present heads, unless they are unchanged or the source branch is missing. */
export function recordVersion(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  mergeRequest: MergeRequestRecord,
): void {
  const head_sha = headOf(store, mergeRequest)
  if (head_sha === undefined) return
  const start_sha = targetHead(store, mergeRequest) ?? null
  const latest = latestVersion(store, mergeRequest)
  if (latest?.head_sha === head_sha && latest.start_sha === start_sha) return
  store.mergeRequestVersions.insert({
    merge_request_id: mergeRequest.id,
    head_sha,
    start_sha,
    created_at: now,
  })
}
