import { notFound, refused } from '../../../contract/errors.ts'
import { type CherryPickOutcome, cherryPick, revert } from '../../../git/merge/merge.ts'
import { createObjectDatabase } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchHead, branchReference } from '../../../git/repository.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { commitsOf } from '../merge-requests/range.ts'
import { existingBranch } from './branches.ts'
import { titleOf } from './commit-text.ts'
import { checkPush, push } from './push.ts'
import { repositoryOf } from './repositories.ts'
import { callerSignature } from './signatures.ts'

/** Throws 404 where the branch is missing, and 400 where the caller may not push to it. */
export function checkCherryPick(context: ProjectContext, branch: string): void {
  existingBranch(context, branch)
  checkPush(context, branch)
}

/** Whether the changes of a commit are applied again with its author, or reverted. */
export type RepeatedChange = 'cherry-pick' | 'revert'

/** A commit to cherry-pick or revert on top of a branch. */
export interface ChangeRequest {
  readonly change: RepeatedChange
  readonly commit: GitCommit
  readonly branch: string
  /** The message; defaults to that of the commit. */
  readonly message?: string
  /** Whether it is a dry run, which writes nothing. */
  readonly isTrial?: boolean
}

/** Returns the new commit, or the reason against it: an empty change or a conflict. */
export function applyToBranch(
  context: Context,
  project: ProjectRecord,
  request: ChangeRequest,
): GitCommit | 'empty' | 'conflict' {
  const { store, consequences } = context
  const { branch, isTrial = false } = request
  const onto = branchHead(repositoryOf(store, project), branch)
  if (onto === undefined) throw notFound('Branch')
  const outcome = outcomeOf(context, request, onto)
  if (outcome.kind !== 'picked') return outcome.kind === 'empty' ? 'empty' : 'conflict'
  const { commit } = outcome
  if (isTrial) return commit
  push(context, project, branchReference(branch), commit.id)
  applyConsequences(consequences.committed, context, { project, branch, commit })
  return commit
}

function outcomeOf(
  context: Context,
  { change, commit, message = commit.message, isTrial }: ChangeRequest,
  onto: string,
): CherryPickOutcome {
  const { objects } = context.store
  const written = isTrial ? createObjectDatabase(objects) : objects
  const committer = callerSignature(context)
  return change === 'revert'
    ? revert(written, commit.id, onto, { author: committer, committer, message })
    : cherryPick(written, commit.id, onto, { committer, message })
}

/**
 * Cherry-picks a commit onto a branch, with its author and message. Throws 400 for a conflict and for an empty
 * change.
 */
export function cherryPickToBranch(
  context: Context,
  project: ProjectRecord,
  commit: GitCommit,
  branch: string,
): GitCommit {
  const made = applyToBranch(context, project, { change: 'cherry-pick', commit, branch })
  if (typeof made !== 'string') return made
  throw refused(
    'Sorry, we cannot cherry-pick this commit automatically. It may have already been ' +
      'cherry-picked, or a more recent commit may have updated some of its content.',
  )
}

/** Finds the merge request that a merge commit merged. */
export function mergedBy(
  store: Store,
  project: ProjectRecord,
  { id, parents }: GitCommit,
): MergeRequestRecord | undefined {
  if (parents.length < 2) return undefined
  const into = store.mergeRequests.by('target_project_id', project.id)
  return into.find(({ merge_commit_sha }) => merge_commit_sha === id)
}

/** Returns the commit message of GitLab 18 (`cherry_pick_message` and `revert_message` in app/models/commit.rb). */
export function messageOfChange(
  { store, release }: Context,
  project: ProjectRecord,
  change: RepeatedChange,
  commit: GitCommit,
): string {
  const merged = mergedBy(store, project, commit)
  if (change === 'revert') {
    const what = merged ? `merge request !${merged.iid}` : `commit ${commit.id}`
    return `Revert "${titleOf(commit, release)}"\n\nThis reverts ${what}`
  }
  const brought = merged ? commitsOf(store, merged).toReversed() : []
  const lines = brought.map((one) => `${one.id.slice(0, 8)} ${titleOf(one, release)}`)
  const picked = `(cherry picked from commit ${commit.id})`
  return [commit.message, '', picked, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}
