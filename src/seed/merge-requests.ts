import { remembered, targetHead } from '../domain/merge-requests/range.ts'
import { isOpen } from '../domain/merge-requests/states.ts'
import { nextMergeRequestIid } from '../domain/tracker/iids.ts'
import { mergeBase } from '../git/ancestry.ts'
import type { ObjectId } from '../git/objects.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { plantEvent } from './activity.ts'
import { plantTalk } from './conversation.ts'
import { aboutOf, type Grafting, plantMerge } from './merges.ts'
import { isIdTwice, isNumberTwice, plannedWith } from './planning.ts'
import { isoTime, type Planting, written } from './planting.ts'
import type { SeedMergeRequest } from './tracker-schema.ts'

/** Plants a merge request; its branches are there, but for what a closed or merged one names. */
export function plantMergeRequest(
  planting: Planting,
  project: ProjectRecord,
  seed: SeedMergeRequest,
  path: string,
): void {
  const { store } = planting
  const author = planting.user(seed.author, `${path}.author`)
  const source = sourceOf(planting, project, seed, path)
  const siblings = store.mergeRequests.by('target_project_id', project.id)
  const isTwice = isNumberTwice(planting, siblings, seed, path)
  if (isIdTwice(planting, store.mergeRequests, seed.id, path) || isTwice) return
  if (!author || !source) return
  const since = isoTime(seed.created_at) ?? project.created_at
  const ended = isoTime(seed.merged_at) ?? isoTime(seed.closed_at) ?? isoTime(seed.updated_at)
  const mergeRequest = store.mergeRequests.insert({
    ...plannedWith(planting, project, seed, path),
    ...scheduledBy(planting, seed, path),
    ...written({ id: seed.id, description: seed.description, state: seed.state }),
    ...written({ force_remove_source_branch: seed.remove_source_branch }),
    iid: seed.iid ?? nextMergeRequestIid(store, project),
    source_project_id: source.id,
    source_branch: seed.source_branch,
    target_project_id: project.id,
    target_branch: seed.target_branch ?? store.projects.get(project.id)?.default_branch ?? '',
    title: seed.title,
    author_id: author.id,
    created_at: since,
    updated_at: isoTime(seed.updated_at) ?? ended ?? since,
  })
  const about = { ...aboutOf(mergeRequest), author_id: author.id, at: since }
  plantEvent(planting, project, 'opened', about)
  plantTalk(planting, { ...mergeRequest, type: 'MergeRequest', project }, seed, path)
  plantState({ planting, project, seed, path, at: ended ?? since }, mergeRequest)
}

function scheduledBy(planting: Planting, { scheduled_by }: SeedMergeRequest, path: string) {
  const user = scheduled_by && planting.user(scheduled_by, `${path}.scheduled_by`)
  if (!user) return {}
  return { merge_when_build_succeeds: true, merge_user_id: user.id, merge_parameters: {} }
}

function sourceOf(
  planting: Planting,
  project: ProjectRecord,
  { source_project }: SeedMergeRequest,
  path: string,
): ProjectRecord | undefined {
  if (source_project === undefined) return project
  const source = planting.project(source_project, `${path}.source_project`)
  if (source && source.id !== project.id && source.forked_from_project_id !== project.id) {
    const reason = `"${source_project}" is no fork of the project`
    planting.problems.push({ path: `${path}.source_project`, reason })
  }
  return source
}

function plantState(grafting: Grafting, mergeRequest: MergeRequestRecord): void {
  const { planting, project, seed, path, at } = grafting
  if (mergeRequest.state === 'merged') {
    plantMerge(grafting, mergeRequest)
    return
  }
  const last = headAndBase(grafting, mergeRequest)
  if (!isOpen(mergeRequest)) planting.store.mergeRequests.replace(mergeRequest, last)
  if (mergeRequest.state === 'opened') return
  const closer = planting.user(seed.closed_by ?? seed.author, `${path}.closed_by`)
  const about = { ...aboutOf(mergeRequest), author_id: closer?.id ?? mergeRequest.author_id, at }
  plantEvent(planting, project, 'closed', about)
  if (mergeRequest.state === 'reopened') plantEvent(planting, project, 'reopened', about)
}

/** What the branches are at, or a named head; a problem where there are no such branches. */
function headAndBase({ planting, seed, path }: Grafting, mergeRequest: MergeRequestRecord) {
  const { store, problems } = planting
  const source = store.projects.get(mergeRequest.source_project_id)
  const head = seed.head && source ? planting.commit(source, seed.head, `${path}.head`) : undefined
  const target = targetHead(store, mergeRequest)
  const { head_sha } = remembered(store, mergeRequest)
  if (!head && head_sha === null) {
    const reason = `there is no branch "${mergeRequest.source_branch}"`
    problems.push({ path: `${path}.source_branch`, reason })
  }
  if (target === undefined) {
    const reason = `there is no branch "${mergeRequest.target_branch}"`
    problems.push({ path: `${path}.target_branch`, reason })
  }
  const last = head?.id ?? head_sha
  return { head_sha: last, base_sha: last && target ? baseOf(target, last) : null }

  function baseOf(left: ObjectId, right: ObjectId): ObjectId | null {
    return mergeBase(store.objects, left, right)?.id ?? null
  }
}
