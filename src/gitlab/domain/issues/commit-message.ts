import type { GitCommit } from '../../../git/objects/objects.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import type { BranchCommit } from '../repositories/pushes.ts'
import { type Mentioner, noteCrossReferences } from '../tracker/cross-references.ts'
import { closeIssue, issuesClosedByMessage, mayClose } from './closing.ts'

/**
 * Applies the closing and other references of a new commit's message, in the name of its author if that is a user.
 * On the default branch, closes the issues in closing references that the caller may close; other references get
 * system notes.
 * Called where a commit is created, not per push: each push of the API adds one commit.
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

/** Finds the user with the email address of a commit's author, primary or secondary. */
function authorOf({ store }: Context, { author }: GitCommit): UserRecord | undefined {
  const email = folded(author.email)
  const further = store.emails.one('email', email)
  return store.users.one('email', email) ?? (further && store.users.get(further.user_id))
}
