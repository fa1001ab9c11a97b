import { findProject } from '../../gitlab/domain/find.ts'
import { createLabel } from '../../gitlab/domain/tracker/labels.ts'
import { createMilestone } from '../../gitlab/domain/tracker/milestones.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SeedLabel, SeedMilestone, SeedTracker } from '../schema/trackers.ts'
import type { ReadSeed } from '../schema.ts'
import { loadIssue } from './issues.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { loadMergeRequest } from './merge-requests.ts'
import { loadSnippet } from './snippets.ts'

interface Tracker {
  readonly project: ProjectRecord
  readonly seed: SeedTracker
  /** Where an entry of one of its lists is in the seed. */
  place(list: keyof SeedTracker, index: number): string
}

/** Issues, merge requests and snippets of all projects, and what they are planned with before that. */
export function loadTrackers(loading: Loading, seed: ReadSeed): void {
  const trackers = trackersIn(loading, seed)
  for (const { project, seed: tracker, place } of trackers) {
    for (const [index, one] of (tracker.milestones ?? []).entries()) {
      loadMilestone(loading, project, one, place('milestones', index))
    }
    for (const label of tracker.labels ?? []) loadLabel(loading, project, label)
  }
  for (const { project, seed: tracker, place } of trackers) {
    for (const [index, one] of (tracker.issues ?? []).entries()) {
      loadIssue(loading, project, one, place('issues', index))
    }
    for (const [index, one] of (tracker.merge_requests ?? []).entries()) {
      loadMergeRequest(loading, project, one, place('merge_requests', index))
    }
    for (const [index, one] of (tracker.snippets ?? []).entries()) {
      loadSnippet(loading, project, one, place('snippets', index))
    }
  }
}

/** What projects hold themselves, what `trackers` holds of them, and what names its project itself. */
function trackersIn(loading: Loading, seed: ReadSeed): Tracker[] {
  const trackers: Tracker[] = []
  const under = (path: string) => (list: string, index: number) => `${path}.${list}[${index}]`
  each(seed.projects, 'projects', (entry, path) => {
    const project = findProject(loading.store, entry.path)
    if (project) trackers.push({ project, seed: entry, place: under(path) })
  })
  each(seed.trackers, 'trackers', (entry, path) => {
    const project = loading.project(entry.project, `${path}.project`)
    if (project) trackers.push({ project, seed: entry, place: under(path) })
  })
  const { milestones, labels, issues, merge_requests, snippets } = seed
  const lists = { milestones, labels, issues, merge_requests, snippets }
  for (const [list, entries] of Object.entries(lists)) {
    for (const [index, { project: name, ...entry }] of (entries ?? []).entries()) {
      const place = () => `${list}[${index}]`
      const project = loading.project(name, `${place()}.project`)
      if (project) trackers.push({ project, seed: { [list]: [entry] }, place })
    }
  }
  return trackers
}

function loadLabel(loading: Loading, project: ProjectRecord, seed: SeedLabel): void {
  createLabel(loading, project, typeof seed === 'string' ? { title: seed } : seed)
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
  const namesake = milestones.by('project_id', project.id).find(({ title }) => title === seed.title)
  if (loading.isTwice(namesake, seed.title, `${path}.title`)) return
  const context = loading.alone(isoTime(created_at) ?? loading.timeWithin(project))
  createMilestone(context, project, {
    ...seed,
    id,
    updated_at: isoTime(updated_at),
  })
}
