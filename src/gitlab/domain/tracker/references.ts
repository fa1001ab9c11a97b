import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import { seesIssue, seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { Presentation } from '../context.ts'
import { findProject } from '../find.ts'
import { namespaceOf, pathWithNamespace } from '../lookups.ts'
import { firstMatches, readablePart } from './code-blocks.ts'
import { issueOfIid, mergeRequestOfIid } from './iids.ts'

/** A reference of a text to an issue or merge request: `#1`, `!1`, `group/project#1`, or a URL. */
export interface Reference {
  readonly kind: 'issue' | 'merge request'
  /** NAMESPACE/PROJECT, or PROJECT of the same namespace; undefined for the project of the text. */
  readonly project: string | undefined
  readonly iid: number
}

/** The target of a reference. */
export type Referenced =
  | { readonly type: 'Issue'; readonly project: ProjectRecord; readonly issue: IssueRecord }
  | {
      readonly type: 'MergeRequest'
      readonly project: ProjectRecord
      readonly mergeRequest: MergeRequestRecord
    }

// The look-behind only allows a name at the start of a word, so that a long word is scanned once.
const pattern =
  /(?<address>https?:\/\/[^\s<>"')\]]+)|(?:(?<![\w./-])(?<name>[\w./-]+))?(?<!&)(?<sign>[#!])(?<iid>\d{1,10})/g

/** A fast test for characters that every reference contains: most texts have none. */
const partOfReference = /[#!/]/

/** Returns the distinct references of a text outside its code, in order (the first 1,000). */
export function referencesIn(
  text: string,
  { addresses }: Pick<Presentation, 'addresses'>,
): Reference[] {
  if (!partOfReference.test(text)) return []
  const found = firstMatches(readablePart(text), pattern).flatMap(
    ({ groups = {} }): Reference[] => {
      const { address, name, sign, iid } = groups
      if (address !== undefined) return referencesOfAddress(address, `${addresses.origin}/`)
      const kind = sign === '#' ? 'issue' : 'merge request'
      return [{ kind, project: name || undefined, iid: Number(iid) }]
    },
  )
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

function referencesOfAddress(address: string, home: string): Reference[] {
  if (!address.startsWith(home)) return []
  const [, project, page, iid] =
    /^([^/]+(?:\/[^/]+)+?)\/(?:-\/)?(issues|merge_requests)\/(\d{1,10})(?!\w)/.exec(
      address.slice(home.length),
    ) ?? []
  if (project === undefined) return []
  return [{ kind: page === 'issues' ? 'issue' : 'merge request', project, iid: Number(iid) }]
}

/** Resolves the references in a text of a project to what the viewer may see. */
export function resolveReferences(
  presentation: Presentation,
  project: ProjectRecord,
  references: readonly Reference[],
): Referenced[] {
  return references.flatMap((reference) => {
    const place = projectNamed(presentation, project, reference.project)
    return (place && findReferenced(presentation, place, reference)) ?? []
  })
}

/** Returns the project that a reference in another project's text names. */
export function projectNamed(
  presentation: Presentation,
  project: ProjectRecord,
  name: string | undefined,
): ProjectRecord | undefined {
  if (name === undefined) return project
  const { store } = presentation
  if (!name.includes('/')) {
    return findProject(store, `${fullPath(namespaceOf(presentation, project))}/${name}`)
  }
  // Text before the path may not belong to it, as in `see:/jane/website#1`.
  return findProject(store, name) ?? findProject(store, name.split('/').slice(-2).join('/'))
}

/** Resolves a reference within a project, if the viewer may see its target. */
function findReferenced(
  { store, viewer }: Presentation,
  project: ProjectRecord,
  { kind, iid }: Reference,
): Referenced | undefined {
  if (kind === 'issue') {
    const issue = issueOfIid(store, project, iid)
    return issue && seesIssue(viewer, project, issue)
      ? { type: 'Issue', project, issue }
      : undefined
  }
  const mergeRequest = mergeRequestOfIid(store, project, iid)
  return mergeRequest && seesMergeRequest(viewer, project, mergeRequest)
    ? { type: 'MergeRequest', project, mergeRequest }
    : undefined
}

/**
 * Returns the prefix of a reference from one project to another: empty within the project, its path within the
 * namespace, else NAMESPACE/PROJECT.
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
