import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { externalIssuesClosedBy, issuesNamedBy } from '../issues/closing.ts'
import { existingProject, existingUser } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { projectReference } from '../tracker/references.ts'

/**
 * The message of a merge commit where a request gives none: that of GitLab 8.15, with a line `Closes
 * #1` where its author sees issues that it closes (mergeMergeRequest).
 */
export function defaultMergeMessage(context: Context, mergeRequest: MergeRequestRecord): string {
  const { source_branch, target_branch, title, iid } = mergeRequest
  const closed = closedReferences(context, mergeRequest)
  return [
    `Merge branch '${source_branch}' into '${target_branch}'`,
    title,
    ...(closed.length > 0 ? [`Closes ${sentence(closed)}`] : []),
    `See merge request !${iid}`,
  ].join('\n\n')
}

function closedReferences(context: Context, mergeRequest: MergeRequestRecord): string[] {
  const { author_id, target_project_id } = mergeRequest
  const author = onBehalfOf(context, existingUser(context, author_id))
  const target = existingProject(author, target_project_id)
  if (target.external_issue_tracker) return externalIssuesClosedBy(author, mergeRequest)
  return issuesNamedBy(author, mergeRequest).map((issue) => {
    const project = existingProject(author, issue.project_id)
    return `${projectReference(author, project, target)}#${issue.iid}`
  })
}

/** `#1`, `#1 and #2`, `#1, #2, and #3`. */
function sentence(words: readonly string[]): string {
  const [first = '', second = ''] = words
  if (words.length <= 2) return words.length === 2 ? `${first} and ${second}` : first
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
