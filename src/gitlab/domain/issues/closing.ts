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

/** How a text names an issue that it closes. */
type IssueReference =
  /** `#1`, `project#1` of the same namespace, or `group/project#1`. */
  | { readonly kind: 'number'; readonly project: string | undefined; readonly iid: number }
  | { readonly kind: 'address'; readonly url: string }
  /** `KEY-1`, of an external tracker. */
  | { readonly kind: 'key'; readonly key: string }

const address = 'https?://[^\\s,]+'
const number = '(?:[\\w.-]+(?:/[\\w.-]+)?)?#\\d+'
// A key begins where a word does: a long word is then looked at once, not at each of its letters.
const key = '\\b[A-Z][A-Z0-9_]+-\\d+'

/** One of the words, and references with commas or `and` between them. */
const sentence = (words: string) =>
  new RegExp(`${words} +(?:(?:issues? +)?(?:${address}|${number}|${key})(?:, *| +and +)?)+`, 'g')
const reference = new RegExp(`(${address})|([\\w./-]+)?#(\\d+)|(${key})`, 'g')

/** The issues that a description and commit messages name as closed (the first 1,000), in their order. */
export function closingReferences({ closingWords }: Release, text: string): IssueReference[] {
  const found = firstMatches(text.slice(0, MAX_READ_CHARACTERS), sentence(closingWords))
  const statements = found.map(([statement]) => statement).join('\n')
  return firstMatches(statements, reference).map(([, url, project, iid, name = '']) => {
    if (url !== undefined) return { kind: 'address', url }
    if (iid !== undefined) return { kind: 'number', project, iid: Number(iid) }
    return { kind: 'key', key: name }
  })
}

/** What the description and the commits close, each once; nothing but for the default branch. */
function referencesOf(context: Context, mergeRequest: MergeRequestRecord): IssueReference[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  if (mergeRequest.target_branch !== project.default_branch) return []
  const messages = commitsOf(context.store, mergeRequest).map(({ message }) => message)
  return closingReferences(context.release, [...messages, mergeRequest.description].join('\n'))
}

/** The keys that an external tracker knows the issues by. */
export function externalIssuesClosedBy(
  context: Context,
  mergeRequest: MergeRequestRecord,
): string[] {
  const references = referencesOf(context, mergeRequest)
  return [...new Set(references.flatMap((one) => (one.kind === 'key' ? [one.key] : [])))]
}

/**
 * The issues that merging would close, of those that the caller sees: the open ones. Of one that is
 * merged already, those that it closed (x-unspecified: listIssuesClosedByMergeRequest).
 */
export function issuesClosedBy(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const named = issuesNamedBy(context, mergeRequest)
  return named.filter((issue) => mergeRequest.state === 'merged' || issue.state === 'opened')
}

/** The issues that a merge request says it closes, open or not, of those that the caller sees. */
export function issuesNamedBy(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  return issuesNamed(context, project, referencesOf(context, mergeRequest))
}

/** The issues that references in a project name, each once, of those that the caller sees. */
function issuesNamed(
  context: Context,
  project: ProjectRecord,
  references: readonly IssueReference[],
): IssueRecord[] {
  const named = references.flatMap((one) => asReference(context, one) ?? [])
  const found = resolveReferences(context, project, named)
    // What is merged into a fork closes nothing in the project that it is a fork of.
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

/** Merging into the default branch closes the issues, as far as the caller may close them. */
export function closeIssuesOf(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  const via = { kind: 'merge request', project, reference: `!${mergeRequest.iid}` } as const
  const source = { source_merge_request_id: mergeRequest.id }
  for (const issue of issuesClosedBy(context, mergeRequest)) {
    if (mayClose(context, issue)) closeIssue(context, issue, via, source)
  }
}

/**
 * The issues that a commit message closes, open or not, of those that the caller sees; none but on the
 * default branch.
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

/** Closes an issue in the caller's name, with a note that says what closed it. */
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

/** Whether an issue is closed by being named so: its project lets that be, and the caller may change it. */
export function mayClose(context: Context, issue: IssueRecord): boolean {
  const project = existingProject(context, issue.project_id)
  if (!project.settings.autoclose_referenced_issues) return false
  return mayChangeIssue(context.viewer, project, issue)
}
