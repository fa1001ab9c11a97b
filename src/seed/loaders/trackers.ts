import { createBoard, createList } from '../../gitlab/domain/boards/change.ts'
import { findProject } from '../../gitlab/domain/find.ts'
import { createLabel } from '../../gitlab/domain/labels/change.ts'
import { addMilestone } from '../../gitlab/domain/milestones/change.ts'
import type { Holder } from '../../gitlab/domain/place.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { folded } from '../../store/record-keys.ts'
import type { SeedBoard, SeedMilestone, SeedTracker } from '../schema/trackers.ts'
import type { ReadSeed } from '../schema.ts'
import { loadIssue } from './issues.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { loadMergeRequest } from './merge-requests.ts'
import { loadSnippet } from './snippets.ts'

interface Tracker {
  readonly project: ProjectRecord
  readonly seed: SeedTracker
  /** Returns the path in the seed of an entry of one of its lists. */
  place(list: keyof SeedTracker, index: number): string
}

/** Loads the labels, milestones and boards of all projects and groups, then issues, merge requests and snippets. */
export function loadTrackers(loading: Loading, seed: ReadSeed): void {
  const trackers = trackersIn(loading, seed)
  const planned: Planned[] = [
    ...trackers.map(({ project, seed: tracker, place }): Planned => {
      return { holder: { kind: 'project', project }, seed: tracker, place }
    }),
    ...groupsIn(loading, seed),
  ]
  for (const one of planned) loadPlanning(loading, one)
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
  each(seed.snippets, 'snippets', ({ project, ...one }, path) => {
    if (project === undefined) loadSnippet(loading, undefined, one, path)
  })
}

/** Collects the trackers within projects, those of `trackers`, and the top-level entries that name their project. */
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
      // A snippet without a project is a personal snippet.
      if (name === undefined) continue
      const project = loading.project(name, `${place()}.project`)
      if (project) trackers.push({ project, seed: { [list]: [entry] }, place })
    }
  }
  return trackers
}

interface Planned {
  readonly holder: Holder
  readonly seed: Pick<SeedTracker, 'milestones' | 'labels' | 'boards'>
  place(list: 'milestones' | 'boards', index: number): string
}

function groupsIn(loading: Loading, { groups }: ReadSeed): Planned[] {
  return (groups ?? []).flatMap((seed, at) => {
    const group = loading.store.namespaces.one('full_path', folded(seed.path))
    const place = (list: string, index: number) => `groups[${at}].${list}[${index}]`
    return group?.kind === 'group'
      ? [{ holder: { kind: 'group', group } as const, seed, place }]
      : []
  })
}

/** Loads milestones, labels and boards, before issues and merge requests use them. */
function loadPlanning(loading: Loading, { holder, seed, place }: Planned): void {
  for (const [index, one] of (seed.milestones ?? []).entries()) {
    loadMilestone(loading, holder, one, place('milestones', index))
  }
  for (const label of seed.labels ?? []) {
    createLabel(loading, holder, typeof label === 'string' ? { title: label } : label)
  }
  for (const [index, one] of (seed.boards ?? []).entries()) {
    loadBoard(loading, holder, one, place('boards', index))
  }
}

function loadBoard(
  loading: Loading,
  holder: Holder,
  { id: given, name, lists = [] }: SeedBoard,
  path: string,
): void {
  const id = loading.ids.take(loading.store.boards, given, path)
  if (id === undefined) return
  const board = createBoard(loading, holder, { name, id })
  for (const title of new Set(lists)) {
    createList(loading, board, createLabel(loading, holder, { title }))
  }
}

function loadMilestone(
  loading: Loading,
  holder: Holder,
  { created_at, updated_at, ...seed }: SeedMilestone,
  path: string,
): void {
  const { milestones } = loading.store
  const id = loading.ids.take(milestones, seed.id, path)
  if (id === undefined) return
  const ofHolder =
    holder.kind === 'project'
      ? milestones.by('project_id', holder.project.id)
      : milestones.by('group_id', holder.group.id)
  const namesake = ofHolder.find(({ title }) => title === seed.title)
  if (loading.isTwice(namesake, seed.title, `${path}.title`)) return
  const since =
    holder.kind === 'project' ? loading.timeWithin(holder.project) : loading.timeWithin()
  const context = loading.alone(isoTime(created_at) ?? since)
  addMilestone(context, holder, { ...seed, id, updated_at: isoTime(updated_at) })
}
