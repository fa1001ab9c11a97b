import { refused, wrongParameters } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MergeRequestContext } from '../context.ts'
import { findCommit } from '../repositories/repositories.ts'

/** The limit for one request (`CONTEXT_COMMITS_POST_LIMIT` in lib/api/merge_requests.rb). */
const MAX_NAMED = 20

/** Returns the context commits of a merge request, newest first: shown to reviewers, but not merged. */
export function contextCommitsOf({
  store,
  project,
  mergeRequest,
}: MergeRequestContext): GitCommit[] {
  const commits = mergeRequest.context_commits.flatMap(
    (sha) => findCommit(store, project, sha) ?? [],
  )
  return commits.sort((one, other) => other.committer.time - one.committer.time)
}

/** Returns the commits that a request names. Throws 400 for none, too many, or an unknown id. */
export function checkContextCommits(
  { store, project }: MergeRequestContext,
  shas: readonly string[],
): GitCommit[] {
  if (shas.length === 0) throw wrongParameters([{ name: 'commits', problem: 'is empty' }])
  if (shas.length > MAX_NAMED) {
    throw refused(`Context commits array size should not be more than ${MAX_NAMED}`)
  }
  return shas.map((sha) => {
    const isId = /^[0-9a-f]{7,40}$/.test(sha)
    const commit = isId ? findCommit(store, project, sha) : undefined
    if (!commit) throw refused("One or more context commits' sha is not valid.")
    return commit
  })
}

/** Throws 400 for commits that are already context commits. */
export function checkNewContextCommits(
  { mergeRequest }: MergeRequestContext,
  commits: readonly GitCommit[],
): void {
  const known = commits
    .map(({ id }) => id)
    .filter((id) => mergeRequest.context_commits.includes(id))
  if (known.length > 0)
    throw refused(`Context commits: ${JSON.stringify(known)} are already created`)
}

/** Throws 400 for commits that are not context commits. */
export function checkGoneContextCommits(
  { mergeRequest }: MergeRequestContext,
  commits: readonly GitCommit[],
): void {
  if (commits.every(({ id }) => mergeRequest.context_commits.includes(id))) return
  throw refused("One or more context commits' sha is not valid.")
}

/** Adds context commits to a merge request. */
export function addContextCommits(
  { store, mergeRequest }: MergeRequestContext,
  commits: readonly GitCommit[],
): MergeRequestRecord {
  const ids = commits.map(({ id }) => id)
  const context_commits = [...new Set([...mergeRequest.context_commits, ...ids])]
  return store.mergeRequests.replace(mergeRequest, { context_commits })
}

/** Removes context commits from a merge request. */
export function removeContextCommits(
  { store, mergeRequest }: MergeRequestContext,
  commits: readonly GitCommit[],
): void {
  const gone = new Set(commits.map(({ id }) => id))
  const context_commits = mergeRequest.context_commits.filter((id) => !gone.has(id))
  store.mergeRequests.replace(mergeRequest, { context_commits })
}
