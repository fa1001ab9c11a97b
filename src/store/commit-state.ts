import type { ObjectId } from '../git/objects.ts'
import { commitKey } from './collections.ts'
import type { BuildRecord } from './models/build.ts'
import type { CommitStatusRecord } from './models/commit-status.ts'
import type { ProjectRecord } from './models/project.ts'
import type { Store } from './store.ts'

/** A build, or what an outside service says: both speak of a commit in the same words. */
type Said = BuildRecord | CommitStatusRecord

/** What is said of a commit, of each name on each ref the latest only. */
export function latestOfCommit(store: Store, project: ProjectRecord, sha: ObjectId): Said[] {
  const key = commitKey(project.id, sha)
  const said: Said[] = [
    ...store.builds.by('commit', key),
    ...store.commitStatuses.by('commit', key),
  ]
  const latest = new Map<string, Said>()
  for (const each of said.sort((a, b) => a.id - b.id)) latest.set(`${each.ref}\0${each.name}`, each)
  return [...latest.values()]
}

/**
 * What the latest builds and statuses of a commit come to (document 3, Commit); null where there
 * are none. A failure that is allowed does not count.
 */
export function commitStatus(
  store: Store,
  project: ProjectRecord,
  sha: ObjectId,
): BuildRecord['status'] | null {
  const latest = latestOfCommit(store, project, sha)
  return latest.length === 0 ? null : combinedStatus(latest)
}

type Stated = Pick<Said, 'status' | 'allow_failure'>

const isIgnored = ({ status, allow_failure }: Stated) =>
  allow_failure && (status === 'failed' || status === 'canceled')

/** The rule of that release for the status of a pipeline and of a commit. */
export function combinedStatus(stated: readonly Stated[]): BuildRecord['status'] {
  const counted = stated.filter((each) => !isIgnored(each)).map(({ status }) => status)
  const isEach = (...statuses: BuildRecord['status'][]) =>
    counted.every((status) => statuses.includes(status))
  if (stated.length > 0 && counted.length === 0) return 'success'
  if (isEach('skipped')) return 'skipped'
  if (isEach('success', 'skipped')) return 'success'
  if (isEach('created')) return 'created'
  if (isEach('success', 'skipped', 'canceled')) return 'canceled'
  if (isEach('created', 'skipped', 'pending')) return 'pending'
  if (counted.some((status) => ['running', 'pending', 'created'].includes(status))) return 'running'
  return 'failed'
}

/** Whether something failed that may, and nothing that may not (document 3, Commit). */
export function isFailureAllowed(store: Store, project: ProjectRecord, sha: ObjectId): boolean {
  const failed = latestOfCommit(store, project, sha).filter(({ status }) => status === 'failed')
  return failed.length > 0 && failed.every(({ allow_failure }) => allow_failure)
}
