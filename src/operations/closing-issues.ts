import { seesIssue } from '../access/tracker-visibility.ts'
import { namespaceOf } from '../resources/namespace.ts'
import { existingProject, pathWithNamespace } from '../resources/project-address.ts'
import { commitsOf } from '../store/merge-request-range.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { closingReferences, type IssueReference } from './closing-pattern.ts'
import { closeIssueWithNote } from './issue-changes.ts'
import type { Context } from './operation.ts'
import { findProject } from './records.ts'

/** What the description and the commits close; nothing unless it goes into the default branch. */
function referencesOf(context: Context, mergeRequest: MergeRequestRecord): IssueReference[] {
  const project = existingProject(context, mergeRequest.target_project_id)
  if (mergeRequest.target_branch !== project.default_branch) return []
  const messages = commitsOf(context.store, mergeRequest).map(({ message }) => message)
  return closingReferences([...messages, mergeRequest.description].join('\n'))
}

/** The keys that an external tracker knows the issues by, each once. */
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
  const named = referencesOf(context, mergeRequest)
    .flatMap((reference) => issueOf(context, project, reference) ?? [])
    .filter((issue) => mergeRequest.state === 'merged' || issue.state === 'opened')
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
  const { viewer } = context
  const id = viewer.signedIn().id
  for (const issue of issuesClosedBy(context, mergeRequest)) {
    const project = existingProject(context, issue.project_id)
    const takesPart = issue.author_id === id || issue.assignee_id === id
    if (issue.state !== 'opened' || !(takesPart || viewer.can('admin_issues', project))) continue
    const via = referenceFrom(context, project, mergeRequest)
    closeIssueWithNote(context, issue, `closed via merge request ${via}`)
  }
}

/** `!1`, and from another project `group/project!1`. */
function referenceFrom(
  context: Context,
  { id }: ProjectRecord,
  { target_project_id, iid }: MergeRequestRecord,
): string {
  if (id === target_project_id) return `!${iid}`
  return `${pathWithNamespace(context, existingProject(context, target_project_id))}!${iid}`
}
