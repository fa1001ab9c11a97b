import { refused } from '../../../contract/errors.ts'
import { mergeCommits } from '../../../git/merge/merge.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { moveReferences, repositoryOf } from '../repositories/repositories.ts'
import { sourceHead, targetHead } from './range.ts'
import { isOpen } from './states.ts'

/** Returns the ref of a merge request's trial merge. */
function nameOf({ iid }: MergeRequestRecord): string {
  return `refs/merge-requests/${iid}/merge`
}

/**
 * Returns the trial merge of a merge request's branches, and creates it where it is missing or outdated. A merge
 * request that is not open keeps its last one.
 * Throws 400 where the branches cannot be merged.
 */
export function mergeReference(context: Context, mergeRequest: MergeRequestRecord): ObjectId {
  const { store, now } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  const ref = nameOf(mergeRequest)
  const before = repositoryOf(store, project).refs.get(ref)
  if (!isOpen(mergeRequest)) {
    if (before === undefined) throw notMergeable()
    return before
  }
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) throw notMergeable()
  const known = before === undefined ? undefined : readCommit(store.objects, before)
  if (known?.parents[0] === target && known.parents[1] === source) return known.id
  // The author is the forge itself, so that the commit does not depend on the caller.
  const time = Math.floor(Date.parse(now) / 1000)
  const signature = { name: 'GitLab', email: 'gitlab@localhost', time, offset: 0 }
  const outcome = mergeCommits(store.objects, target, source, {
    message: `Merge ${source} into ${target}`,
    author: signature,
    committer: signature,
  })
  if (outcome.kind !== 'merged') throw notMergeable()
  const { id } = outcome.commit
  moveReferences(store, project, [{ ref, after: id }])
  return id
}

const notMergeable = () => refused('Merge request is not mergeable')
