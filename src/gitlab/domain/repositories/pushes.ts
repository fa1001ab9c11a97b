import type { Inputs } from '../../../ci/inputs.ts'
import { ahead } from '../../../git/history/ancestry.ts'
import { log } from '../../../git/history/history.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import { branchHead } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { EventAction, PushedRecord } from '../../../store/models/event.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import { repositoryOf } from './repositories.ts'

/** The maximum number of commits in the record of a push; only the newest are listed. */
const MAX_COMMITS = 20

/** The circumstances of a ref's push that was one of many, or was made by git. */
export interface PushCircumstances {
  /** The push options for the pipeline. */
  readonly ci?: {
    /** Whether the pipeline is created without jobs. */
    readonly isSkipped: boolean
    readonly variables: readonly { readonly key: string; readonly value: string }[]
    readonly inputs: Inputs
  }
  /** Whether the push creates a pipeline; it does by default. */
  readonly hasPipeline?: boolean
  /**
   * The number of refs that the event stands for; 0 where the event of another ref includes this one. Hooks are not
   * notified of an event for several refs.
   */
  readonly eventOf?: number
}

/** A ref that moved. Without `before` it was created, without `after` deleted. */
export interface Push extends PushCircumstances {
  readonly project: ProjectRecord
  /** The full name: `refs/heads/master`, `refs/tags/v1.0`. */
  readonly ref: string
  readonly before: ObjectId | undefined
  readonly after: ObjectId | undefined
  /** Whether the repository had no branch before. */
  readonly isFirst?: boolean
}

/** A commit that was written on a branch, as opposed to one that a merge or a fetch brought there. */
export interface BranchCommit {
  readonly project: ProjectRecord
  readonly branch: string
  readonly commit: GitCommit
}

/** Returns the short name of the branch of a push; undefined for a tag. */
export function branchOf({ ref }: Pick<Push, 'ref'>): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
}

/** Returns the action of a push in the activity list. */
export function actionOf({ before, after }: Push): EventAction {
  if (after === undefined) return 'deleted'
  return before === undefined ? 'pushed new' : 'pushed to'
}

/** Returns the data of a push for its event, after the ref has moved. */
export function pushedRecord(
  store: Store,
  push: Push,
  { name }: Pick<UserRecord, 'name'>,
): PushedRecord {
  const commits = pushedCommits(store, push)
  const listed = commits.slice(0, MAX_COMMITS).reverse()
  return {
    ref: push.ref,
    before: push.before ?? null,
    after: push.after ?? null,
    user_name: name,
    commit_ids: listed.map(({ id }) => id),
    total_commits_count: commits.length,
    ref_count: push.eventOf !== undefined && push.eventOf > 1 ? push.eventOf : null,
  }
}

/**
 * Returns the commits of a push, newest first: those after the former head of the branch. For a new branch these are
 * the commits that the default branch lacks, for a tag the commit that it points to.
 */
export function pushedCommits(store: Store, push: Push): GitCommit[] {
  const { objects } = store
  const tip = push.after === undefined ? undefined : peelToCommit(objects, push.after)
  if (tip === undefined) return []
  if (branchOf(push) === undefined) return [readCommit(objects, tip)]
  const known = push.before ?? defaultHead(store, push)
  return known === undefined ? [...log(objects, [tip])] : ahead(objects, known, tip)
}

/** Returns the head of the default branch, unless the push has just created that branch. */
function defaultHead(store: Store, push: Push): ObjectId | undefined {
  const repository = repositoryOf(store, push.project)
  return branchOf(push) === repository.head ? undefined : branchHead(repository, repository.head)
}
