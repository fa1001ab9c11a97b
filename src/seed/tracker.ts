import { nextIssueIid } from '../domain/tracker/iids.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { plantEvent } from './activity.ts'
import { plantConversation, plantTalk } from './conversation.ts'
import { plantMergeRequest } from './merge-requests.ts'
import { isIdTwice, isNumberTwice, plannedWith, plantLabel } from './planning.ts'
import { findPlanted, isoTime, type Planting, visibilities, written } from './planting.ts'
import type { SeedIssue, SeedMilestone, SeedSnippet, SeedTracker } from './tracker-schema.ts'

/** Plants what a project's seed, or an entry of `trackers`, says, once all users and repositories are there. */
export function plantTracker(
  planting: Planting,
  name: string,
  seed: SeedTracker,
  path: string,
): void {
  const project = findPlanted(planting.store, name)
  if (!project) return
  for (const [index, milestone] of (seed.milestones ?? []).entries()) {
    plantMilestone(planting, project, milestone, `${path}.milestones[${index}]`)
  }
  for (const label of seed.labels ?? []) plantLabel(planting, project, label)
  for (const [index, issue] of (seed.issues ?? []).entries()) {
    plantIssue(planting, project, issue, `${path}.issues[${index}]`)
  }
  for (const [index, mergeRequest] of (seed.merge_requests ?? []).entries()) {
    plantMergeRequest(planting, project, mergeRequest, `${path}.merge_requests[${index}]`)
  }
  for (const [index, snippet] of (seed.snippets ?? []).entries()) {
    plantSnippet(planting, project, snippet, `${path}.snippets[${index}]`)
  }
}

function plantMilestone(
  planting: Planting,
  project: ProjectRecord,
  seed: SeedMilestone,
  path: string,
): void {
  const { store } = planting
  if (isIdTwice(planting, store.milestones, seed.id, path)) return
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

function plantIssue(
  planting: Planting,
  project: ProjectRecord,
  seed: SeedIssue,
  path: string,
): void {
  const author = planting.user(seed.author, `${path}.author`)
  const closer = seed.closed_by ? planting.user(seed.closed_by, `${path}.closed_by`) : author
  const isTwice = isNumberTwice(
    planting,
    planting.store.issues.by('project_id', project.id),
    seed,
    path,
  )
  if (isIdTwice(planting, planting.store.issues, seed.id, path) || isTwice) return
  if (!author || !closer) return
  const since = isoTime(seed.created_at) ?? project.created_at
  const closed = isoTime(seed.closed_at) ?? isoTime(seed.updated_at) ?? since
  const issue = planting.store.issues.insert({
    ...plannedWith(planting, project, seed, path),
    ...written({ id: seed.id, description: seed.description, due_date: seed.due_date }),
    ...written({ state: seed.state, confidential: seed.confidential }),
    iid: seed.iid ?? nextIssueIid(planting.store, project),
    project_id: project.id,
    title: seed.title,
    author_id: author.id,
    created_at: since,
    updated_at: isoTime(seed.updated_at) ?? (seed.state === 'closed' ? closed : since),
  })
  const about = { target_type: 'Issue', target_id: issue.id, target_title: issue.title } as const
  plantEvent(planting, project, 'opened', { ...about, author_id: author.id, at: since })
  plantTalk(planting, { ...issue, type: 'Issue', project }, seed, path)
  if (issue.state === 'closed') {
    plantEvent(planting, project, 'closed', { ...about, author_id: closer.id, at: closed })
  }
}

function plantSnippet(
  planting: Planting,
  project: ProjectRecord,
  seed: SeedSnippet,
  path: string,
): void {
  const author = planting.user(seed.author, `${path}.author`)
  const isTwice = isIdTwice(planting, planting.store.snippets, seed.id, path)
  if (!author || isTwice) return
  const since = isoTime(seed.created_at) ?? project.created_at
  const snippet = planting.store.snippets.insert({
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
  plantEvent(planting, project, 'created', made)
  plantConversation(planting, { ...snippet, type: 'Snippet', project }, seed, path)
}
