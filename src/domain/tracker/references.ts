import { seesIssue, seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Presentation } from '../context.ts'
import { findProject } from '../find.ts'
import { namespaceOf, pathWithNamespace } from '../lookups.ts'
import { withoutCode } from './code-blocks.ts'

/** How a text names an issue or a merge request: `#1`, `!1`, `group/project#1`, or by its address. */
export interface Reference {
  readonly kind: 'issue' | 'merge request'
  /** NAMESPACE/PROJECT, or PROJECT of the same namespace; undefined for the project of the text. */
  readonly project: string | undefined
  readonly iid: number
}

/** What a reference leads to. */
export type Referenced =
  | { readonly type: 'Issue'; readonly project: ProjectRecord; readonly issue: IssueRecord }
  | {
      readonly type: 'MergeRequest'
      readonly project: ProjectRecord
      readonly mergeRequest: MergeRequestRecord
    }

// The look-behind lets a name start at the start of a word alone, so that a long word is read once.
const pattern =
  /(?<address>https?:\/\/[^\s<>"')\]]+)|(?:(?<![\w./-])(?<name>[\w./-]+))?(?<!&)(?<sign>[#!])(?<iid>\d{1,10})/g

/** The issues and merge requests that a text names outside its code, in their order, each once. */
export function referencesIn(
  text: string,
  { addresses }: Pick<Presentation, 'addresses'>,
): Reference[] {
  const found = [...withoutCode(text).matchAll(pattern)].flatMap(({ groups = {} }): Reference[] => {
    const { address, name, sign, iid } = groups
    if (address !== undefined) return referencesOfAddress(address, `${addresses.origin}/`)
    const kind = sign === '#' ? 'issue' : 'merge request'
    const project = name?.split('/').slice(-2).join('/')
    return [{ kind, project: project || undefined, iid: Number(iid) }]
  })
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

function referencesOfAddress(address: string, home: string): Reference[] {
  if (!address.startsWith(home)) return []
  const [, project, page, iid] =
    /^([^/]+\/[^/]+)\/(issues|merge_requests)\/(\d{1,10})(?!\w)/.exec(address.slice(home.length)) ??
    []
  if (project === undefined) return []
  return [{ kind: page === 'issues' ? 'issue' : 'merge request', project, iid: Number(iid) }]
}

/** What references in a text of a project lead to, of what the viewer sees. */
export function resolveReferences(
  presentation: Presentation,
  project: ProjectRecord,
  references: readonly Reference[],
): Referenced[] {
  const find = createFinder(presentation)
  return references.flatMap((reference) => {
    const place = projectNamed(presentation, project, reference.project)
    return (place && find(place, reference)) ?? []
  })
}

/** The project that a reference in a text of another project names. */
export function projectNamed(
  presentation: Presentation,
  project: ProjectRecord,
  name: string | undefined,
): ProjectRecord | undefined {
  if (name === undefined) return project
  const path = name.includes('/') ? name : `${namespaceOf(presentation, project).path}/${name}`
  return findProject(presentation.store, path)
}

/** Looks records up by iid; each project's are filed once, however many references there are. */
function createFinder({ store, viewer }: Presentation) {
  const issuesOf = new Map<number, Map<number, IssueRecord>>()
  const mergeRequestsOf = new Map<number, Map<number, MergeRequestRecord>>()
  return (project: ProjectRecord, { kind, iid }: Reference): Referenced | undefined => {
    if (kind === 'issue') {
      const issue = filed(issuesOf, project.id, () =>
        store.issues.by('project_id', project.id),
      ).get(iid)
      return issue && seesIssue(viewer, project, issue)
        ? { type: 'Issue', project, issue }
        : undefined
    }
    const mergeRequest = filed(mergeRequestsOf, project.id, () =>
      store.mergeRequests.by('target_project_id', project.id),
    ).get(iid)
    return mergeRequest && seesMergeRequest(viewer, project, mergeRequest)
      ? { type: 'MergeRequest', project, mergeRequest }
      : undefined
  }
}

function filed<R extends { readonly iid: number }>(
  files: Map<number, Map<number, R>>,
  projectId: number,
  records: () => readonly R[],
): Map<number, R> {
  const known = files.get(projectId)
  if (known) return known
  const file = new Map(records().map((record) => [record.iid, record]))
  files.set(projectId, file)
  return file
}

/**
 * What names something of a project in a text of another: nothing in the project itself, the path in
 * the same namespace, and else NAMESPACE/PROJECT.
 *
 * @example `${projectReference(context, project, from)}#1` // '#1', 'website#1' or 'jane/website#1'
 */
export function projectReference(
  presentation: Presentation,
  project: ProjectRecord,
  from: ProjectRecord,
): string {
  if (project.id === from.id) return ''
  if (project.namespace_id === from.namespace_id) return project.path
  return pathWithNamespace(presentation, project)
}
