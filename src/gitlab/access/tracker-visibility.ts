import type { EventRecord } from '../../store/models/event.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { NoteRecord } from '../../store/models/note.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SnippetRecord } from '../../store/models/snippet.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { firstOfEach } from '../../store/page.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { usesPart } from './feature-levels.ts'
import { takesPart } from './participation.ts'
import { isOpenTo, type Viewer } from './viewer.ts'

/** The store and the viewer of an access check. */
interface AccessScope {
  readonly store: Store
  readonly viewer: Viewer
}

/**
 * Whether the viewer can see an issue. Deleted issues and those of a disabled tracker are hidden from everyone. A
 * confidential one is visible to its author, its assignees, and members from reporter up.
 */
export function seesIssue(viewer: Viewer, project: ProjectRecord, issue: IssueRecord): boolean {
  if (issue.deleted_at !== null || !seesTracker(viewer, project)) return false
  if (!issue.confidential) return true
  return takesPart(viewer, issue) || viewer.can('read_confidential_issues', project)
}

/** Whether the viewer can see the tracker of a project, which can be disabled or private. */
function seesTracker(viewer: Viewer, project: ProjectRecord): boolean {
  return usesPart(viewer, project, 'issues') && viewer.sees(project)
}

/** Returns the confidential issues of a visible project that are hidden from the viewer. */
export function hiddenIssues(
  { store, viewer }: AccessScope,
  project: ProjectRecord,
): IssueRecord[] {
  const confidential = store.issues.by('confidential_in', project.id)
  if (confidential.length === 0 || viewer.can('read_confidential_issues', project)) return []
  return confidential.filter((issue) => !takesPart(viewer, issue))
}

/**
 * Returns the ids of the projects with issues of a user that the viewer cannot see, including those with a disabled
 * tracker.
 */
export function hiddenProjectsOf({ store, viewer }: AccessScope, { id }: UserRecord): Set<number> {
  const issues = firstOfEach(
    store.issues.by('author_id', id, 'project_id'),
    (one) => one.project_id,
  )
  const hidden = issues.filter(({ project_id }) => {
    const project = store.projects.get(project_id)
    return !project || !seesTracker(viewer, project)
  })
  return new Set(hidden.map(({ project_id }) => project_id))
}

/** Whether a project has merge requests at all; who can read them is decided elsewhere. */
export function hasMergeRequests(viewer: Viewer, project: ProjectRecord): boolean {
  return usesPart(viewer, project, 'merge_requests') && viewer.sees(project)
}

/**
 * Whether the viewer can see a merge request: the readers of those of the project (not guests of a private one), its
 * author and its assignees. Deleted ones are hidden.
 */
export function seesMergeRequest(
  viewer: Viewer,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
): boolean {
  if (mergeRequest.deleted_at !== null || !hasMergeRequests(viewer, project)) return false
  return takesPart(viewer, mergeRequest) || readsMergeRequests(viewer, project)
}

/** Whether the viewer can see a personal snippet or a project snippet. */
export function seesAnySnippet({ store, viewer }: AccessScope, snippet: SnippetRecord): boolean {
  if (snippet.project_id !== null) {
    const project = store.projects.get(snippet.project_id)
    return project !== undefined && seesSnippet(viewer, project, snippet)
  }
  return viewer.isAdmin || viewer.user?.id === snippet.author_id || isOpenTo(viewer.user, snippet)
}

/** Whether the viewer can read all merge requests of a project. */
export function readsMergeRequests(viewer: Viewer, project: ProjectRecord): boolean {
  return hasMergeRequests(viewer, project) && viewer.can('read_merge_requests', project)
}

/**
 * Whether the viewer can see a snippet of a project (schemas/v3/paths/snippets.yaml). A private one is visible to its
 * author and administrators, in later releases to members too; an internal one to signed-in users. External users see
 * internal ones only as members. All are hidden where snippets are disabled.
 */
export function seesSnippet(
  viewer: Viewer,
  project: ProjectRecord,
  snippet: SnippetRecord,
): boolean {
  if (!usesPart(viewer, project, 'snippets') || !viewer.sees(project)) return false
  if (viewer.isAdmin || viewer.user?.id === snippet.author_id) return true
  if (isOpenTo(viewer.user, snippet)) return true
  const isForMembers = snippet.visibility_level === 10 || viewer.sharesPrivateSnippets
  return isForMembers && viewer.projectLevel(project) > level.none
}

/** Whether the viewer can read internal notes: planners can on issues, elsewhere reporters. */
export function readsInternalNotes(
  viewer: Viewer,
  project: ProjectRecord,
  type: NoteRecord['noteable_type'],
): boolean {
  return viewer.can(type === 'Issue' ? 'read_confidential_issues' : 'read_internal_notes', project)
}

/**
 * Whether the viewer can see an event: its project, and its target where that exists. Pushes and comments on commits
 * are visible only to those who can read the code.
 */
export function seesEvent(scope: AccessScope, event: EventRecord): boolean {
  const { store, viewer } = scope
  const project = event.project_id === null ? undefined : store.projects.get(event.project_id)
  if (!project || !viewer.sees(project)) return false
  if (event.data !== null && !viewer.can('download_code', project)) return false
  if (event.target_id === null) {
    return event.target_type !== 'WikiPage::Meta' || viewer.can('read_wiki', project)
  }
  if (event.target_type === 'Note') {
    const note = store.notes.get(event.target_id)
    return note !== undefined && readsNote(scope, project, note)
  }
  return seesTarget(scope, project, event.target_type, event.target_id)
}

/** Whether the viewer can read a note: its noteable must be visible, and internal notes need a further permission. */
export function readsNote(scope: AccessScope, project: ProjectRecord, note: NoteRecord): boolean {
  const { noteable_type, noteable_id, internal } = note
  if (internal && !readsInternalNotes(scope.viewer, project, noteable_type)) return false
  if (noteable_type === 'Commit') return scope.viewer.can('download_code', project)
  return noteable_id !== null && seesTarget(scope, project, noteable_type, noteable_id)
}

/** Whether the viewer can see a target by type and id. No target, or a milestone, is visible with the project. */
export function seesTarget(
  { store, viewer }: AccessScope,
  project: ProjectRecord,
  type: 'Issue' | 'MergeRequest' | 'Snippet' | 'Milestone' | 'WikiPage::Meta' | null,
  id: number,
): boolean {
  switch (type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      return issue !== undefined && seesIssue(viewer, project, issue)
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      return mergeRequest !== undefined && seesMergeRequest(viewer, project, mergeRequest)
    }
    case 'Snippet': {
      const snippet = store.snippets.get(id)
      return snippet !== undefined && seesSnippet(viewer, project, snippet)
    }
    case 'WikiPage::Meta':
      return viewer.can('read_wiki', project)
    case 'Milestone':
    case null:
      return true
  }
}
