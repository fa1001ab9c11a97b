import { postCommitStatus } from '../gitlab/domain/builds/commit-statuses.ts'
import { given } from '../gitlab/domain/changes.ts'
import type { SeedStatus } from './build-schema.ts'
import { atCommit } from './commit-place.ts'
import { isoTime, type Loading } from './loading.ts'

/** What an outside service said of a commit, in the pipeline of its ref. */
export function loadStatus(loading: Loading, seed: SeedStatus, path: string): void {
  const { store } = loading
  const author = loading.user(seed.author, `${path}.author`)
  const id = loading.ids.take(store.commitStatuses, seed.id, path)
  atCommit(loading, seed, path, ({ project, ref, commit, at }) => {
    if (!author || id === undefined) return
    const { name, state, target_url, description, allow_failure } = seed
    const posted = { name, state, target_url, description }
    const place = { id, project, ref, sha: commit.id }
    const started_at = isoTime(seed.started_at)
    const finished_at = isoTime(seed.finished_at)
    const details = given({ allow_failure, started_at, finished_at })
    postCommitStatus(loading.as(author, at), place, posted, details)
  })
}
