import type { GitCommit } from '../../git/objects/objects.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { isoTime, type Loading } from './loading.ts'
import { noTimes, timestampAt } from './repository-times.ts'
import type { Timestamp } from './timeline.ts'

interface Placed {
  readonly project: string
  readonly ref?: string | undefined
  readonly commit?: string | undefined
  readonly at?: string | undefined
}

/** The commit that an entry of a seed refers to, and the time of the entry. */
export interface CommitPlace {
  readonly project: ProjectRecord
  readonly ref: string
  readonly commit: GitCommit
  readonly at: string
}

/** Schedules a step for when the commit of an entry exists; records a problem where it does not. */
export function atCommit(
  loading: Loading,
  { project: name, ref, commit: revision, at }: Placed,
  path: string,
  step: (place: CommitPlace, timestamp: Timestamp) => void,
): void {
  const project = loading.project(name, `${path}.project`)
  if (!project) return
  const currentBranch = () => (loading.store.projects.get(project.id) ?? project).default_branch
  const times = loading.times.get(project.id) ?? noTimes()
  const named = revision ?? ref ?? currentBranch()
  const timestamp = timestampAt(times, named, isoTime(at))
  loading.timeline.add(timestamp, () => {
    const branch = ref ?? currentBranch()
    const where = revision ? `${path}.commit` : `${path}.ref`
    const commit = loading.commit(project, revision ?? branch, where)
    if (!commit) return
    const then = new Date(commit.committer.time * 1000).toISOString()
    step({ project, ref: branch, commit, at: isoTime(at) ?? then }, timestamp)
  })
}
