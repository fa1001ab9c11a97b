import type { GitCommit } from '../../../git/objects/objects.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import type { BranchCommit } from '../repositories/pushes.ts'
import { type Mentioner, noteCrossReferences } from '../tracker/cross-references.ts'
import { closeIssue, issuesClosedByMessage, mayClose } from './closing.ts'

/**
 * What follows from the message of a new commit, in the name of its author where that is a user: on
 * the default branch it closes the issues that it says it closes, as far as the caller may close
 * them; on what else it names it is noted. For whoever makes a commit, not for every push, since the
 * pushes of the API bring one new commit each.
 */
export function followCommitMessage(
  context: Context,
  { project, branch, commit }: BranchCommit,
): void {
  const author = authorOf(context, commit)
  const asAuthor = author ? onBehalfOf(context, author) : context
  const mentioner: Mentioner = { kind: 'commit', project, reference: commit.id }
  const closed = issuesClosedByMessage(context, project, branch, commit.message)
  for (const issue of closed) {
    if (mayClose(context, issue)) {
      closeIssue(asAuthor, issue, mentioner, { source_commit: commit.id })
    }
  }
  const closedIds = new Set(closed.map(({ id }) => id))
  noteCrossReferences(
    asAuthor,
    mentioner,
    commit.message,
    (one) => one.type === 'Issue' && closedIds.has(one.issue.id),
  )
}

/** The user who has the e-mail of a commit's author, be it a further one. */
function authorOf({ store }: Context, { author }: GitCommit): UserRecord | undefined {
  const email = folded(author.email)
  const further = store.emails.one('email', email)
  return store.users.one('email', email) ?? (further && store.users.get(further.user_id))
}
