import { basePaths } from '../../../contract/base-paths.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import { type Markup, markup } from '../../../shared/markup.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { seesIssue, seesMergeRequest, seesSnippet } from '../../access/tracker-visibility.ts'
import { issuesOf } from '../../domain/issues/list.ts'
import { mergeRequestsOf } from '../../domain/merge-requests/list.ts'
import { issueOfIid, mergeRequestOfIid } from '../../domain/tracker/iids.ts'
import type { WebAnswer, WebContext } from '../web-request.ts'
import { type ProjectPage, placeOf } from './project-page.ts'
import { link, recordPage, type ShownList, shownList, shownPage, userLink } from './record-page.ts'

/** The order of creation. */
const oldestFirst = { order_by: 'created_at', sort: 'asc' } as const

export const issuePage: ProjectPage = (context, project, [number]) => {
  const { store, viewer } = context
  const { above, path } = placeOf(context, project)
  if (number === 'new') return formPage(context, project, 'issues')
  if (number === undefined) {
    if (!usesPart(viewer, project, 'issues')) return undefined
    const issues = issuesOf(context, { kind: 'project', project }, oldestFirst)
    const entries = shownPage(issues, (one) => entryOf(context, `${path}/-/issues`, '#', one))
    return listPage(context, 'Issues', above, entries)
  }
  const issue = issueOfIid(store, project, Number(number))
  if (!issue || !seesIssue(viewer, project, issue)) return undefined
  return recordPage(context, {
    kind: `Issue #${issue.iid}`,
    title: issue.title,
    above,
    fields: {
      State: issue.state,
      Confidential: issue.confidential ? 'yes' : null,
      Author: userLink(context, store.users.get(issue.author_id)),
      Assignee: userLink(context, store.users.get(issue.assignee_id ?? 0)),
      Milestone: store.milestones.get(issue.milestone_id ?? 0)?.title,
      Labels: issue.labels.join(', ') || null,
      Due: issue.due_date,
      Created: issue.created_at,
    },
    text: issue.description,
  })
}

export const mergeRequestPage: ProjectPage = (context, project, [number]) => {
  const { store, viewer } = context
  const { above, path } = placeOf(context, project)
  if (number === 'new') return formPage(context, project, 'merge_requests')
  if (number === undefined) {
    if (!usesPart(viewer, project, 'merge_requests')) return undefined
    const filters = { ...oldestFirst, state: 'all' } as const
    const mergeRequests = mergeRequestsOf(context, { kind: 'project', project }, filters)
    const entries = shownPage(mergeRequests, (one) =>
      entryOf(context, `${path}/-/merge_requests`, '!', one),
    )
    return listPage(context, 'Merge requests', above, entries)
  }
  const one = mergeRequestOfIid(store, project, Number(number))
  if (!one || !seesMergeRequest(viewer, project, one)) return undefined
  return recordPage(context, {
    kind: `Merge request !${one.iid}`,
    title: one.title,
    above,
    fields: {
      State: one.state,
      Branches: `${one.source_branch} into ${one.target_branch}`,
      Author: userLink(context, store.users.get(one.author_id)),
      Assignee: userLink(context, store.users.get(one.assignee_id ?? 0)),
      Milestone: store.milestones.get(one.milestone_id ?? 0)?.title,
      Labels: one.labels.join(', ') || null,
      Created: one.created_at,
    },
    text: one.description,
  })
}

/** Shows a page in place of GitLab's form for a new issue or merge request, which refers to the API. */
function formPage(
  context: WebContext,
  project: ProjectRecord,
  part: 'issues' | 'merge_requests',
): WebAnswer | undefined {
  if (!usesPart(context.viewer, project, part)) return undefined
  return recordPage(context, {
    kind: 'Form',
    title: part === 'issues' ? 'New issue' : 'New merge request',
    above: placeOf(context, project).above,
    text: `POST ${context.prefix}${basePaths.v4}/projects/${project.id}/${part}`,
  })
}

export const snippetPage: ProjectPage = (context, project, [id]) => {
  const { store, viewer } = context
  const snippet = store.snippets.get(Number(id))
  if (snippet?.project_id !== project.id || !seesSnippet(viewer, project, snippet)) return undefined
  return recordPage(context, {
    kind: `Snippet $${snippet.id}`,
    title: snippet.title,
    above: placeOf(context, project).above,
    fields: {
      File: snippet.file_name,
      Description: snippet.description,
      Visibility: visibilityNames[snippet.visibility_level],
      Author: userLink(context, store.users.get(snippet.author_id)),
    },
    text: snippet.content,
  })
}

export const milestonePage: ProjectPage = (context, project, [number]) => {
  const { store, viewer } = context
  if (!plans(context, project)) return undefined
  const { above, path } = placeOf(context, project)
  const milestones = store.milestones.by('project_id', project.id)
  if (number === undefined) return milestoneList(context, milestones, above, path)
  const milestone = milestones.find(({ iid }) => iid === Number(number))
  if (!milestone) return undefined
  const issues = store.issues
    .by('milestone_id', milestone.id)
    .filter((one) => one.project_id === project.id && seesIssue(viewer, project, one))
  const entries = shownList(issues, (one) => entryOf(context, `${path}/-/issues`, '#', one))
  return pageOfMilestone(context, milestone, above, { Issues: entries })
}

export const labelsPage: ProjectPage = (context, project) => {
  if (!plans(context, project)) return undefined
  const { above } = placeOf(context, project)
  return labelList(context, context.store.labels.by('project_id', project.id), above)
}

/** Shows the milestones of a group, or one of them by its iid. */
export function groupMilestonePage(
  context: WebContext,
  group: NamespaceRecord,
  number: string | undefined,
): WebAnswer | undefined {
  const milestones = context.store.milestones.by('group_id', group.id)
  const path = `/groups/${fullPath(group)}`
  const above = [link(context, path, group.name)]
  if (number === undefined) return milestoneList(context, milestones, above, path)
  const milestone = milestones.find(({ iid }) => iid === Number(number))
  return milestone && pageOfMilestone(context, milestone, above, {})
}

export function groupLabelsPage(context: WebContext, group: NamespaceRecord): WebAnswer {
  const above = [link(context, `/groups/${fullPath(group)}`, group.name)]
  return labelList(context, context.store.labels.by('group_id', group.id), above)
}

/** Whether the viewer can use the issues or the merge requests of a project, which milestones belong to. */
function plans({ viewer }: Pick<WebContext, 'viewer'>, project: ProjectRecord): boolean {
  return usesPart(viewer, project, 'issues') || usesPart(viewer, project, 'merge_requests')
}

function milestoneList(
  context: WebContext,
  milestones: readonly MilestoneRecord[],
  above: readonly Markup[],
  path: string,
): WebAnswer {
  const entries = shownList(milestones, (one) => entryOf(context, `${path}/-/milestones`, '%', one))
  return listPage(context, 'Milestones', above, entries)
}

function pageOfMilestone(
  context: WebContext,
  milestone: MilestoneRecord,
  above: readonly Markup[],
  lists: Readonly<Record<string, ShownList>>,
): WebAnswer {
  const { iid, title, state, start_date, due_date, description } = milestone
  return recordPage(context, {
    kind: `Milestone %${iid}`,
    title,
    above,
    fields: { State: state, Begins: start_date, Due: due_date },
    text: description,
    lists,
  })
}

function labelList(
  context: WebContext,
  labels: readonly LabelRecord[],
  above: readonly Markup[],
): WebAnswer {
  const entries = shownList(
    labels,
    ({ title, color, description }) =>
      markup`<span class="name">${title}</span><code class="role">${color}</code><span class="rest">${description ?? ''}</span>`,
  )
  return listPage(context, 'Labels', above, entries)
}

function listPage(
  context: WebContext,
  title: string,
  above: readonly Markup[],
  entries: ShownList,
): WebAnswer {
  return recordPage(context, {
    kind: entries.count === 1 ? '1 entry' : `${entries.count} entries`,
    title,
    above,
    lists: { Entries: entries },
  })
}

interface Numbered {
  readonly iid: number
  readonly title: string
  readonly state: string
}

function entryOf(context: WebContext, path: string, sign: string, one: Numbered): Markup {
  return markup`<span class="role">${sign}${one.iid} ${one.state}</span>
<span class="rest">${link(context, `${path}/${one.iid}`, one.title)}</span>`
}
