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

/** Of more commits than these only the newest are listed. */
const MAX_COMMITS = 20

/** How a ref was pushed, where not alone and not by the API. */
export interface PushCircumstances {
  /** What whoever pushed said of the pipeline. */
  readonly ci?: {
    /** It is made without jobs. */
    readonly isSkipped: boolean
    readonly variables: readonly { readonly key: string; readonly value: string }[]
  }
  /** Whether it has a pipeline; where it is not said, it has. */
  readonly hasPipeline?: boolean
  /** Of how many refs its event is: of 0 where that of another one stands for it. No hook hears of one of many. */
  readonly eventOf?: number
}

/** A ref that moved: made where it was nowhere before, deleted where it is nowhere after. */
export interface Push extends PushCircumstances {
  readonly project: ProjectRecord
  /** The full name: `refs/heads/master`, `refs/tags/v1.0`. */
  readonly ref: string
  readonly before: ObjectId | undefined
  readonly after: ObjectId | undefined
  /** Whether there was no branch before. */
  readonly isFirst?: boolean
}

/** A commit that somebody wrote on a branch, not one that a merge or a fetch brought there. */
export interface BranchCommit {
  readonly project: ProjectRecord
  readonly branch: string
  readonly commit: GitCommit
}

/** The short name of the branch that was pushed to; undefined for a tag. */
export function branchOf({ ref }: Pick<Push, 'ref'>): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
}

/** What the activity list calls a push. */
export function actionOf({ before, after }: Push): EventAction {
  if (after === undefined) return 'deleted'
  return before === undefined ? 'pushed new' : 'pushed to'
}

/** What the event of a push records, once the ref has moved. */
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
 * The commits that a push brings, newest first: those since the branch stood elsewhere, of a new
 * branch those that the default branch has not, of a tag the one it stands for.
 */
export function pushedCommits(store: Store, push: Push): GitCommit[] {
  const { objects } = store
  const tip = push.after === undefined ? undefined : peelToCommit(objects, push.after)
  if (tip === undefined) return []
  if (branchOf(push) === undefined) return [readCommit(objects, tip)]
  const known = push.before ?? defaultHead(store, push)
  return known === undefined ? [...log(objects, [tip])] : ahead(objects, known, tip)
}

/** Where the default branch stands, unless the push has just made it. */
function defaultHead(store: Store, push: Push): ObjectId | undefined {
  const repository = repositoryOf(store, push.project)
  return branchOf(push) === repository.head ? undefined : branchHead(repository, repository.head)
}
