import { seesIssue } from '../../access/tracker-visibility.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'
import { existingProject, namespaceOf, pathWithNamespace } from '../lookups.ts'
import { commitsOf } from '../merge-requests/range.ts'
import type { BranchCommit } from '../repositories/pushes.ts'
import { closingReferences, type IssueReference } from './closing-pattern.ts'
import { changeIssueState } from './state-change.ts'

/** What the description and the commits close, each once; nothing but for the default branch. */
function referencesOf(context: Context, mergeRequest: MergeRequestRecord): IssueReference[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  if (mergeRequest.target_branch !== project.default_branch) return []
  const messages = commitsOf(context.store, mergeRequest).map(({ message }) => message)
  return closingReferences([...messages, mergeRequest.description].join('\n'))
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
 * merged already, those that it closed (not shown in document 2).
 */
export function issuesClosedBy(context: Context, mergeRequest: MergeRequestRecord): IssueRecord[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  const named = issuesNamed(context, project, referencesOf(context, mergeRequest))
  return named.filter((issue) => mergeRequest.state === 'merged' || issue.state === 'opened')
}

/** The issues that references of a project mean, each once, of those that the caller sees. */
function issuesNamed(
  context: Context,
  project: ProjectRecord,
  references: readonly IssueReference[],
): IssueRecord[] {
  const distinct = new Map(references.map((one) => [JSON.stringify(one), one]))
  const named = [...distinct.values()].flatMap((one) => issueOf(context, project, one) ?? [])
  return [...new Map(named.map((issue) => [issue.id, issue])).values()]
}

/** Not an issue of the project that this one is a fork of: what is merged here does not close there. */
function issueOf(
  context: Context,
  project: ProjectRecord,
  reference: IssueReference,
): IssueRecord | undefined {
  const { store, viewer } = context
  const { path, iid } = placeOf(context, project, reference) ?? {}
  const place = path === undefined ? undefined : findProject(store, path)
  if (!place || place.id === project.forked_from_project_id) return undefined
  return store.issues
    .by('project_id', place.id)
    .find((issue) => issue.iid === iid && seesIssue(viewer, place, issue))
}

/** The NAMESPACE/PROJECT and the number that a reference means, read in a project. */
function placeOf(context: Context, project: ProjectRecord, reference: IssueReference) {
  switch (reference.kind) {
    case 'number': {
      const { project: name, iid } = reference
      if (name === undefined) return { path: pathWithNamespace(context, project), iid }
      if (name.includes('/')) return { path: name, iid }
      return { path: `${namespaceOf(context, project).path}/${name}`, iid }
    }
    case 'address': {
      const home = `${context.addresses.origin}/`
      if (!reference.url.startsWith(home)) return undefined
      const below = /^([^/]+\/[^/]+)\/issues\/(\d+)(?!\w)/.exec(reference.url.slice(home.length))
      return below?.[1] === undefined ? undefined : { path: below[1], iid: Number(below[2]) }
    }
    case 'key':
      return undefined
  }
}

/** Merging into the default branch closes the issues, as far as the caller may close them. */
export function closeIssuesOf(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  for (const issue of issuesClosedBy(context, mergeRequest)) {
    const via = mentionFrom(context, issue, project, `!${mergeRequest.iid}`)
    closeIfAllowed(context, issue, `closed via merge request ${via}`)
  }
}

/**
 * A commit on the default branch closes the issues that its message names, as far as the caller may
 * close them, as in that release (not shown in document 3). For whoever makes a commit, not for every
 * push: a merge is a push too, and closes them in the name of its merge request.
 */
export function closeIssuesOfCommit(
  context: Context,
  { project: { id }, branch, commit }: BranchCommit,
): void {
  const project = existingProject(context, id)
  if (branch !== project.default_branch) return
  for (const issue of issuesNamed(context, project, closingReferences(commit.message))) {
    const sha = commit.id.slice(0, mentionLength)
    const isOwn = issue.project_id === project.id
    const via = isOwn ? sha : mentionFrom(context, issue, project, `@${sha}`)
    closeIfAllowed(context, issue, `closed via commit ${via}`)
  }
}

/** How many digits of a commit's id a note shows. */
const mentionLength = 8

function closeIfAllowed(context: Context, issue: IssueRecord, note: string): void {
  const { viewer } = context
  const { id } = viewer.signedIn()
  const takesPart = issue.author_id === id || issue.assignee_id === id
  const mayClose =
    takesPart || viewer.can('admin_issues', existingProject(context, issue.project_id))
  if (mayClose) changeIssueState(context, issue, 'close', note)
}

/** `!1`, and to an issue of another project `group/project!1`. */
function mentionFrom(
  context: Context,
  issue: IssueRecord,
  project: ProjectRecord,
  mention: string,
): string {
  if (issue.project_id === project.id) return mention
  return `${pathWithNamespace(context, project)}${mention}`
}
