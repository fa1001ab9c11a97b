import type { GitCommit } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { externalIssuesClosedBy, issuesNamedBy } from '../issues/closing.ts'
import { existingProject, existingUser, pathWithNamespace, projectAddress } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { projectReference } from '../tracker/references.ts'
import { commitsOf } from './range.ts'

const variable = /%\{(\w+)\}/g

/**
 * Fills in the variables of a template. A line whose variables are all empty is omitted, with the empty line before
 * it.
 */
export function fillTemplate(
  context: Context,
  mergeRequest: MergeRequestRecord,
  template: string,
): string {
  const valueNamed = (name: string) =>
    Object.hasOwn(variables, name) ? variables[name]?.(context, mergeRequest) : undefined
  const filled = template.split('\n').flatMap((line) => {
    const text = line.replace(variable, (written, name: string) => valueNamed(name) ?? written)
    return text === '' && line !== '' ? [] : [text]
  })
  return filled
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

type Value = (context: Context, mergeRequest: MergeRequestRecord) => string

/** The variables of the templates (`MessageGenerator` in lib/gitlab/merge_requests/message_generator.rb). */
const variables: Readonly<Record<string, Value>> = {
  source_branch: (_, { source_branch }) => source_branch,
  target_branch: (_, { target_branch }) => target_branch,
  title: (_, { title }) => title,
  description: (_, { description }) => description ?? '',
  issues: (context, mergeRequest) => {
    const closed = closedReferences(context, mergeRequest)
    return closed.length > 0 ? `Closes ${sentence(closed)}` : ''
  },
  local_reference: (_, { iid }) => `!${iid}`,
  reference: (context, { iid, target_project_id: id }) =>
    `${pathWithNamespace(context, existingProject(context, id))}!${iid}`,
  url: (context, { iid, target_project_id: id }) =>
    `${projectAddress(context, id)}/-/merge_requests/${iid}`,
  source_project_id: (_, { source_project_id }) => String(source_project_id),
  first_commit: (context, mergeRequest) =>
    commitsOf(context.store, mergeRequest).at(-1)?.message.trim() ?? '',
  first_multiline_commit: (context, mergeRequest) =>
    firstMultiline(context, mergeRequest)?.message.trim() ?? mergeRequest.title,
  first_multiline_commit_description: (context, mergeRequest) =>
    firstMultiline(context, mergeRequest)?.message.split('\n').slice(1).join('\n').trim() ?? '',
  all_commits: (context, mergeRequest) =>
    commitsOf(context.store, mergeRequest)
      .map((commit) => `* ${titleOf(commit, context.release)}`)
      .reverse()
      .join('\n'),
  merged_by: (context) => signatureOf(context, context.viewer.signedIn().id),
  merge_request_author: (context, { author_id }) => signatureOf(context, author_id),
  approved_by: (context, { approvals }) =>
    approvals.map(({ user_id }) => `Approved-by: ${signatureOf(context, user_id)}`).join('\n'),
  reviewed_by: (context, { reviewers }) =>
    reviewers
      .filter(({ state }) => state !== 'unreviewed')
      .map(({ user_id }) => `Reviewed-by: ${signatureOf(context, user_id)}`)
      .join('\n'),
  co_authored_by: (context, mergeRequest) => {
    const author = existingUser(context, mergeRequest.author_id)
    const others = commitsOf(context.store, mergeRequest)
      .map((commit) => commit.author)
      .filter(({ email }) => email !== author.email)
    const lines = others.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`)
    return [...new Set(lines)].join('\n')
  },
}

function signatureOf(context: Context, userId: number): string {
  const { name, email } = existingUser(context, userId)
  return `${name} <${email}>`
}

/** Returns the first commit whose message has more than one line. */
function firstMultiline(
  { store }: Context,
  mergeRequest: MergeRequestRecord,
): GitCommit | undefined {
  return commitsOf(store, mergeRequest).findLast(({ message }) => message.trim().includes('\n'))
}

/** Returns the references to the closed issues that the author of the merge request may see. */
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

/** Joins words into a list: `#1`, `#1 and #2`, `#1, #2, and #3`. */
function sentence(words: readonly string[]): string {
  const [first = '', second = ''] = words
  if (words.length <= 2) return words.length === 2 ? `${first} and ${second}` : first
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
