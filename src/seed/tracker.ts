import { nextIssueIid } from '../domain/tracker/iids.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { loadEvent } from './activity.ts'
import { loadConversation, loadTalk } from './conversation.ts'
import { findProject, isoTime, type Loading, visibilities, written } from './loading.ts'
import { loadMergeRequest } from './merge-requests.ts'
import { isIdTwice, isNumberTwice, loadLabel, plannedWith } from './planning.ts'
import type { SeedIssue, SeedMilestone, SeedSnippet, SeedTracker } from './tracker-schema.ts'

/** Adds what a project's seed, or an entry of `trackers`, says, once all users and repositories are there. */
export function loadTracker(loading: Loading, name: string, seed: SeedTracker, path: string): void {
  const project = findProject(loading.store, name)
  if (!project) return
  for (const [index, milestone] of (seed.milestones ?? []).entries()) {
    loadMilestone(loading, project, milestone, `${path}.milestones[${index}]`)
  }
  for (const label of seed.labels ?? []) loadLabel(loading, project, label)
  for (const [index, issue] of (seed.issues ?? []).entries()) {
    loadIssue(loading, project, issue, `${path}.issues[${index}]`)
  }
  for (const [index, mergeRequest] of (seed.merge_requests ?? []).entries()) {
    loadMergeRequest(loading, project, mergeRequest, `${path}.merge_requests[${index}]`)
  }
  for (const [index, snippet] of (seed.snippets ?? []).entries()) {
    loadSnippet(loading, project, snippet, `${path}.snippets[${index}]`)
  }
}

function loadMilestone(
  loading: Loading,
  project: ProjectRecord,
  seed: SeedMilestone,
  path: string,
): void {
  const { store } = loading
  if (isIdTwice(loading, store.milestones, seed.id, path)) return
  const since = isoTime(seed.created_at) ?? project.created_at
  store.milestones.insert({
    ...written(seed),
    title: seed.title,
    project_id: project.id,
    iid: store.milestones.by('project_id', project.id).length + 1,
    created_at: since,
    updated_at: isoTime(seed.updated_at) ?? since,
  })
}

function loadIssue(loading: Loading, project: ProjectRecord, seed: SeedIssue, path: string): void {
  const author = loading.author(seed.author, project, `${path}.author`)
  const closer = seed.closed_by ? loading.user(seed.closed_by, `${path}.closed_by`) : author
  const isTwice = isNumberTwice(
    loading,
    loading.store.issues.by('project_id', project.id),
    seed,
    path,
  )
  if (isIdTwice(loading, loading.store.issues, seed.id, path) || isTwice) return
  if (!author || !closer) return
  const since = isoTime(seed.created_at) ?? project.created_at
  const closed = isoTime(seed.closed_at) ?? isoTime(seed.updated_at) ?? since
  const issue = loading.store.issues.insert({
    ...plannedWith(loading, project, seed, path),
    ...written({ id: seed.id, description: seed.description, due_date: seed.due_date }),
    ...written({ state: seed.state, confidential: seed.confidential }),
    iid: seed.iid ?? nextIssueIid(loading.store, project),
    project_id: project.id,
    title: seed.title,
    author_id: author.id,
    created_at: since,
    updated_at: isoTime(seed.updated_at) ?? (seed.state === 'closed' ? closed : since),
  })
  const about = { target_type: 'Issue', target_id: issue.id, target_title: issue.title } as const
  loadEvent(loading, project, 'opened', { ...about, author_id: author.id, at: since })
  loadTalk(loading, { ...issue, type: 'Issue', project }, seed, path)
  if (issue.state === 'closed') {
    loadEvent(loading, project, 'closed', { ...about, author_id: closer.id, at: closed })
  }
}

function loadSnippet(
  loading: Loading,
  project: ProjectRecord,
  seed: SeedSnippet,
  path: string,
): void {
  const author = loading.author(seed.author, project, `${path}.author`)
  const isTwice = isIdTwice(loading, loading.store.snippets, seed.id, path)
  if (!author || isTwice) return
  const since = isoTime(seed.created_at) ?? project.created_at
  const snippet = loading.store.snippets.insert({
    ...written({ id: seed.id, visibility_level: seed.visibility && visibilities[seed.visibility] }),
    project_id: project.id,
    title: seed.title,
    file_name: seed.file_name,
    content: seed.code,
    author_id: author.id,
    created_at: since,
    updated_at: isoTime(seed.updated_at) ?? since,
  })
  const about = { target_type: 'Snippet', target_id: snippet.id } as const
  const made = { ...about, target_title: snippet.title, author_id: author.id, at: since }
  loadEvent(loading, project, 'created', made)
  loadConversation(loading, { ...snippet, type: 'Snippet', project }, seed, path)
}
