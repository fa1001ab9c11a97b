import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { StateSource } from '../../../store/models/resource-event.ts'
import { mayChangeIssue } from '../../access/participation.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { commitsOf } from '../merge-requests/range.ts'
import type { Release } from '../release.ts'
import { firstMatches, MAX_READ_CHARACTERS } from '../tracker/code-blocks.ts'
import { type Mentioner, mentionerReference } from '../tracker/cross-references.ts'
import { type Reference, referencesIn, resolveReferences } from '../tracker/references.ts'
import { changeIssueState } from './state-change.ts'

/** A reference of a text to an issue that it closes. */
type IssueReference =
  /** `#1`, `project#1` of the same namespace, or `group/project#1`. */
  | { readonly kind: 'number'; readonly project: string | undefined; readonly iid: number }
  | { readonly kind: 'address'; readonly url: string }
  /** `KEY-1`, of an external tracker. */
  | { readonly kind: 'key'; readonly key: string }

const address = 'https?://[^\\s,]+'
const number = '(?:[\\w.-]+(?:/[\\w.-]+)?)?#\\d+'
// A key starts at a word boundary, so that a long word is tried once and not at each letter.
const key = '\\b[A-Z][A-Z0-9_]+-\\d+'

/** Builds the pattern of a closing word with references after it, joined by commas or `and`. */
const sentence = (words: string) =>
  new RegExp(`${words} +(?:(?:issues? +)?(?:${address}|${number}|${key})(?:, *| +and +)?)+`, 'g')
const reference = new RegExp(`(${address})|([\\w./-]+)?#(\\d+)|(${key})`, 'g')

/** Returns the closing references of a text in order, from its first 1,000 matches. */
export function closingReferences({ closingWords }: Release, text: string): IssueReference[] {
  const found = firstMatches(text.slice(0, MAX_READ_CHARACTERS), sentence(closingWords))
  const statements = found.map(([statement]) => statement).join('\n')
  return firstMatches(statements, reference).map(([, url, project, iid, name = '']) => {
    if (url !== undefined) return { kind: 'address', url }
    if (iid !== undefined) return { kind: 'number', project, iid: Number(iid) }
    return { kind: 'key', key: name }
  })
}

/**
 * Returns the closing references of a merge request's description and commits; none unless it targets the default
 * branch.
 */
function referencesOf(context: Context, mergeRequest: MergeRequestRecord): IssueReference[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  if (mergeRequest.target_branch !== project.default_branch) return []
  const messages = commitsOf(context.store, mergeRequest).map(({ message }) => message)
  return closingReferences(context.release, [...messages, mergeRequest.description].join('\n'))
}

/** Returns the keys of the closed issues in an external tracker. */
export function externalIssuesClosedBy(
  context: Context,
  mergeRequest: MergeRequestRecord,
): string[] {
  const references = referencesOf(context, mergeRequest)
  return [...new Set(references.flatMap((one) => (one.kind === 'key' ? [one.key] : [])))]
}

/**
 * Returns the open issues that merging would close, of those that the caller may see. For a merged one, those that it
 * closed (x-unspecified: listIssuesClosedByMergeRequest).
 */
export function issuesClosedBy(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const named = issuesNamedBy(context, mergeRequest)
  return named.filter((issue) => mergeRequest.state === 'merged' || issue.state === 'opened')
}

/** Returns the issues in closing references of a merge request, open or not, of those that the caller may see. */
export function issuesNamedBy(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  return issuesNamed(context, project, referencesOf(context, mergeRequest))
}

/** Resolves references in a project to distinct issues that the caller may see. */
function issuesNamed(
  context: Context,
  project: ProjectRecord,
  references: readonly IssueReference[],
): IssueRecord[] {
  const named = references.flatMap((one) => asReference(context, one) ?? [])
  const found = resolveReferences(context, project, named)
    // A merge into a fork closes no issues of the project that it was forked from.
    .filter((one) => one.project.id !== project.forked_from_project_id)
    .flatMap((one) => (one.type === 'Issue' ? [one.issue] : []))
  return [...new Map(found.map((issue) => [issue.id, issue])).values()]
}

function asReference(context: Context, reference: IssueReference): Reference | undefined {
  switch (reference.kind) {
    case 'number':
      return { kind: 'issue', project: reference.project, iid: reference.iid }
    case 'address': {
      const [found] = referencesIn(reference.url, context)
      return found?.kind === 'issue' ? found : undefined
    }
    case 'key':
      return undefined
  }
}

/** Closes the issues of a merged merge request that the caller may close. */
export function closeIssuesOf(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  const via = { kind: 'merge request', project, reference: `!${mergeRequest.iid}` } as const
  const source = { source_merge_request_id: mergeRequest.id }
  for (const issue of issuesClosedBy(context, mergeRequest)) {
    if (mayClose(context, issue)) closeIssue(context, issue, via, source)
  }
}

/**
 * Returns the issues that a commit message closes, open or not, of those that the caller may see; none unless the
 * branch is the default one.
 */
export function issuesClosedByMessage(
  context: Context,
  { id }: ProjectRecord,
  branch: string,
  message: string,
): IssueRecord[] {
  const project = existingProject(context, id)
  if (branch !== project.default_branch) return []
  return issuesNamed(context, project, closingReferences(context.release, message))
}

/** Closes an issue in the caller's name, with a system note that names the source. */
export function closeIssue(
  context: Context,
  issue: IssueRecord,
  via: Mentioner,
  source: StateSource,
): void {
  const project = existingProject(context, issue.project_id)
  const note = `closed via ${mentionerReference(context, via, project)}`
  changeIssueState(context, issue, 'close', note, source)
}

/** Whether a closing reference closes an issue: its project allows it, and the caller may change the issue. */
export function mayClose(context: Context, issue: IssueRecord): boolean {
  const project = existingProject(context, issue.project_id)
  if (!project.settings.autoclose_referenced_issues) return false
  return mayChangeIssue(context.viewer, project, issue)
}
