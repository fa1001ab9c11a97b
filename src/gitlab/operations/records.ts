import { forbidden, notFound, recordNotFound } from '../../contract/errors.ts'
import type { ParameterContract, RecordKind } from '../../contract/operation-contract.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { DeploymentRecord } from '../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../store/models/environment.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SnippetRecord } from '../../store/models/snippet.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import {
  hasMergeRequests,
  seesIssue,
  seesMergeRequest,
  seesSnippet,
} from '../access/tracker-visibility.ts'
import type { Context } from '../domain/context.ts'
import { findGroup, findProject } from '../domain/find.ts'
import { issueOfIid, mergeRequestOfIid } from '../domain/tracker/iids.ts'

/** The records of path parameters, by the `x-record` of the contract. */
export interface RecordsByKind {
  user: UserRecord
  group: NamespaceRecord
  project: ProjectRecord
  issue: IssueRecord
  mergeRequest: MergeRequestRecord
  snippet: SnippetRecord
  pipeline: PipelineRecord
  build: BuildRecord
  processable: BuildRecord
  environment: EnvironmentRecord
  deployment: DeploymentRecord
}

type Found = Partial<RecordsByKind>

/** The properties of a path parameter that refers to a record. */
type Reference = Pick<ParameterContract, 'isIid' | 'isUnnamed' | 'isHiddenMissing'>

/**
 * Finds the record that a path parameter refers to, by its kind. Unknown records and those that the viewer may not
 * see are both a 404; a hidden merge request is a 403. `found` holds the records of the parameters before it.
 */
export const findRecord: {
  readonly [Kind in RecordKind]: (
    context: Context,
    value: number | string,
    found: Found,
    parameter?: Reference,
  ) => RecordsByKind[Kind]
} = {
  user({ store }, id) {
    const user =
      store.users.get(Number(id)) ??
      (typeof id === 'string' ? store.users.one('username', folded(id)) : undefined)
    if (!user) throw notFound('User')
    return user
  },
  group({ store, viewer }, idOrPath) {
    const group = findGroup(store, idOrPath)
    if (!group || !viewer.seesGroup(group)) throw notFound('Group')
    return group
  },
  project({ store, viewer }, idOrPath) {
    const project = findProject(store, idOrPath)
    if (!project || !viewer.sees(project)) throw notFound('Project')
    return project
  },
  issue(context, number, { project }, { isIid, isUnnamed } = {}) {
    const id = isIid && project ? issueOfIid(context.store, project, Number(number))?.id : number
    const issue = issueIn(context, project, Number(id))
    if (!issue) throw isUnnamed ? recordNotFound() : notFound('Issue')
    return issue
  },
  mergeRequest({ store, viewer }, number, { project }, reference = {}) {
    const { isIid, isUnnamed, isHiddenMissing } = reference
    const id = isIid && project ? mergeRequestOfIid(store, project, Number(number))?.id : number
    const missing = () =>
      isUnnamed ? recordNotFound() : notFound(isIid ? 'MergeRequest' : 'Merge Request')
    const mergeRequest = store.mergeRequests.get(Number(id))
    const isThere =
      project && mergeRequest?.target_project_id === project.id && mergeRequest.deleted_at === null
    if (!isThere || !(isIid || hasMergeRequests(viewer, project))) throw missing()
    const isSeen = seesMergeRequest(viewer, project, mergeRequest)
    // Where v4 names the kind, as for notes, it does not disclose that a hidden merge request exists.
    if (!isSeen) throw isHiddenMissing || (isIid && !isUnnamed) ? missing() : forbidden()
    return mergeRequest
  },
  snippet(context, id, { project }, { isUnnamed } = {}) {
    const snippet = snippetIn(context, project, Number(id))
    if (!snippet) throw isUnnamed ? recordNotFound() : notFound('Snippet')
    return snippet
  },
  pipeline: ({ store }, id, { project }) =>
    ofProject(store.pipelines.get(Number(id)), project, undefined),
  build({ store }, id, { project }, { isUnnamed } = {}) {
    const build = store.builds.get(Number(id))
    const isBridge = build?.trigger
    return ofProject(isBridge ? undefined : build, project, isUnnamed ? undefined : 'Build')
  },
  processable: ({ store }, id, { project }) =>
    ofProject(store.builds.get(Number(id)), project, undefined),
  environment: ({ store }, id, { project }) =>
    ofProject(store.environments.get(Number(id)), project, undefined),
  deployment: ({ store }, id, { project }, { isUnnamed } = {}) =>
    ofProject(store.deployments.get(Number(id)), project, isUnnamed ? undefined : 'Deployment'),
}

/** Finds an issue of a project that is neither deleted nor hidden from the viewer. */
export function issueIn(
  { store, viewer }: Context,
  project: ProjectRecord | undefined,
  id: number,
): IssueRecord | undefined {
  const issue = store.issues.get(id)
  const isThere = project && issue?.project_id === project.id
  return isThere && seesIssue(viewer, project, issue) ? issue : undefined
}

/**
 * Finds an issue of a project for a change. 404 where it does not exist or is deleted; 403 where it is hidden from the
 * caller, as GitLab 8.15 answered.
 */
export function issueToChange(context: Context, project: ProjectRecord, id: number): IssueRecord {
  const issue = context.store.issues.get(id)
  if (issue?.project_id !== project.id || issue.deleted_at !== null) throw notFound('Issue')
  if (!seesIssue(context.viewer, project, issue)) throw forbidden()
  return issue
}

/** Finds a merge request into a project that is neither deleted nor hidden from the viewer. */
export function mergeRequestIn(
  { store, viewer }: Context,
  project: ProjectRecord | undefined,
  id: number,
): MergeRequestRecord | undefined {
  const mergeRequest = store.mergeRequests.get(id)
  const isThere = project && mergeRequest?.target_project_id === project.id
  return isThere && seesMergeRequest(viewer, project, mergeRequest) ? mergeRequest : undefined
}

/** Finds a snippet of a project that is visible to the viewer. */
export function snippetIn(
  { store, viewer }: Context,
  project: ProjectRecord | undefined,
  id: number,
): SnippetRecord | undefined {
  const snippet = store.snippets.get(id)
  const isThere = project && snippet?.project_id === project.id
  return isThere && seesSnippet(viewer, project, snippet) ? snippet : undefined
}

/**
 * Returns a record of the project in the path. Throws 404 for other records; `what` is the kind that the error names.
 */
function ofProject<R extends { readonly project_id: number }>(
  record: R | undefined,
  project: ProjectRecord | undefined,
  what: string | undefined,
): R {
  if (!record || record.project_id !== project?.id) throw what ? notFound(what) : recordNotFound()
  return record
}
