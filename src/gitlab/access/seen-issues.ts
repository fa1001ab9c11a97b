import { type IssueList, issueListKey } from '../../store/list-keys.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { seesIssue } from './tracker-visibility.ts'
import type { Viewer } from './viewer.ts'

type State = IssueRecord['state']

export const issueStates: readonly State[] = ['opened', 'closed']

/** Which issues are asked for, as far as indexes tell them, and in which order. */
export interface IssueSelection {
  readonly states: readonly State[]
  readonly order: 'created_at' | 'updated_at'
  /** Those with a label. */
  readonly label?: string | undefined
  /** Those of the milestones of a title. */
  readonly milestone?: string | undefined
}

/** Issues in the order that was asked for, upwards. */
export type IssuesInOrder = readonly IssueRecord[]

interface Sight {
  readonly store: Store
  readonly viewer: Viewer
}

/**
 * The issues of a project that the viewer sees, as lists without an issue on two of them. One by one it is
 * asked of the confidential ones alone, and of those only for who does not see them all.
 */
export function seenIssues(
  { store, viewer }: Sight,
  project: ProjectRecord,
  selection: IssueSelection = { states: issueStates, order: 'created_at' },
): IssuesInOrder[] {
  if (!project.issues_enabled || !viewer.sees(project)) return []
  const { id } = project
  const listsOf = (of: IssueList['of']) =>
    selection.states.flatMap((state) => issuesOn(store, { of, id, state }, selection, id))
  const confidential = listsOf('confidential')
  const seen = viewer.can('read_confidential_issues', project)
    ? confidential
    : confidential.map((issues) => issues.filter((issue) => seesIssue(viewer, project, issue)))
  return [...listsOf('project'), ...seen]
}

/** The issues that the viewer wrote, without those of projects that they do not see any more; as lists. */
export function ownIssues({ store, viewer }: Sight, selection: IssueSelection): IssuesInOrder[] {
  const { id } = viewer.signedIn()
  const hidden = new Set(
    projectIdsOf(store.issues.by('author_id', id, 'project_id')).filter((projectId) => {
      const project = store.projects.get(projectId)
      return !project?.issues_enabled || !viewer.sees(project)
    }),
  )
  const lists = selection.states.flatMap((state) =>
    issuesOn(store, { of: 'author', id, state }, selection),
  )
  return hidden.size === 0
    ? lists
    : lists.map((issues) => issues.filter(({ project_id }) => !hidden.has(project_id)))
}

/** What is on a list: one array, or one for each milestone of the title that is asked for. */
function issuesOn(
  store: Store,
  list: IssueList,
  { label, milestone, order }: IssueSelection,
  projectId?: number,
): IssuesInOrder[] {
  const { issues } = store
  if (milestone === undefined) {
    const index = label === undefined ? 'listed_in' : 'labelled_in'
    return [issues.by(index, issueListKey(list, { label }), order)]
  }
  const index = label === undefined ? 'planned_in' : 'labelled_and_planned_in'
  return store.milestones
    .by('title', milestone)
    .filter(({ project_id }) => projectId === undefined || project_id === projectId)
    .map(({ id }) => issues.by(index, issueListKey(list, { label, milestoneId: id }), order))
}

/** Each project once, of issues in the order of their projects, of which the first of each is looked at. */
function projectIdsOf(issues: readonly IssueRecord[]): number[] {
  const ids: number[] = []
  for (let issue = issues[0]; issue !== undefined; ) {
    ids.push(issue.project_id)
    issue = issues[firstAfter(issues, issue.project_id)]
  }
  return ids
}

/** Where the issues of the projects after one begin. */
function firstAfter(issues: readonly IssueRecord[], projectId: number): number {
  let [low, high] = [0, issues.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((issues[middle]?.project_id ?? projectId) <= projectId) low = middle + 1
    else high = middle
  }
  return low
}
