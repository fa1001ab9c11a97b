import { createLabel } from '../domain/tracker/labels.ts'
import { createMilestone } from '../domain/tracker/milestones.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { each } from './entries.ts'
import { loadIssue } from './issues.ts'
import { findProject, isoTime, type Loading, written } from './loading.ts'
import { loadMergeRequest } from './merge-requests.ts'
import type { ReadSeed } from './schema.ts'
import { loadSnippet } from './snippets.ts'
import type { SeedLabel, SeedMilestone, SeedTracker } from './tracker-schema.ts'

interface Tracker {
  readonly project: ProjectRecord
  readonly seed: SeedTracker
  readonly path: string
}

/** Issues, merge requests and snippets of all projects, and what they are planned with before that. */
export function loadTrackers(loading: Loading, seed: ReadSeed): void {
  const trackers = trackersIn(loading, seed)
  for (const { project, seed: tracker, path } of trackers) {
    each(tracker.milestones, `${path}milestones`, (one, where) => {
      loadMilestone(loading, project, one, where)
    })
    each(tracker.labels, `${path}labels`, (label) => loadLabel(loading, project, label))
  }
  for (const { project, seed: tracker, path } of trackers) {
    each(tracker.issues, `${path}issues`, (one, where) => loadIssue(loading, project, one, where))
    each(tracker.merge_requests, `${path}merge_requests`, (one, where) => {
      loadMergeRequest(loading, project, one, where)
    })
    each(tracker.snippets, `${path}snippets`, (one, where) => {
      loadSnippet(loading, project, one, where)
    })
  }
}

/** What projects hold themselves, what `trackers` holds of them, and what names its project itself. */
function trackersIn(loading: Loading, seed: ReadSeed): Tracker[] {
  const trackers: Tracker[] = []
  each(seed.projects, 'projects', (entry, path) => {
    const project = findProject(loading.store, entry.path)
    if (project) trackers.push({ project, seed: entry, path: `${path}.` })
  })
  each(seed.trackers, 'trackers', (entry, path) => {
    const project = loading.project(entry.project, `${path}.project`)
    if (project) trackers.push({ project, seed: entry, path: `${path}.` })
  })
  return trackers
}

function loadLabel(loading: Loading, project: ProjectRecord, seed: SeedLabel): void {
  createLabel(loading, project, typeof seed === 'string' ? { title: seed } : written(seed))
}

function loadMilestone(
  loading: Loading,
  project: ProjectRecord,
  { created_at, updated_at, ...seed }: SeedMilestone,
  path: string,
): void {
  const { milestones } = loading.store
  const id = loading.ids.take(milestones, seed.id, path)
  if (id === undefined) return
  const context = loading.alone(isoTime(created_at) ?? loading.timeWithin(project))
  createMilestone(context, project, {
    ...written(seed),
    title: seed.title,
    id,
    updated_at: isoTime(updated_at),
  })
}
