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

/** What the trial merge of a merge request is called. */
function nameOf({ iid }: MergeRequestRecord): string {
  return `refs/merge-requests/${iid}/merge`
}

/**
 * The trial merge of a merge request's branches as they stand; it is made where there is none. Of one that is not open
 * the last one. 400 where there can be none.
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
  // Who asks is of no account: the commit is the forge's own.
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
