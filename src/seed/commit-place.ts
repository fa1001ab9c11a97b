import type { GitCommit } from '../git/objects.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { isoTime, type Loading } from './loading.ts'

interface Placed {
  readonly project: string
  readonly ref?: string | undefined
  readonly commit?: string | undefined
  readonly at?: string | undefined
}

/** The commit that an entry of a seed speaks of, and when it speaks. */
export interface SeedCommitPlace {
  readonly project: ProjectRecord
  readonly ref: string
  readonly commit: GitCommit
  readonly at: string
}

/** Finds the commit of an entry; notes what there is none of. */
export function placeOf(
  loading: Loading,
  { project: name, ref, commit: revision, at }: Placed,
  path: string,
): SeedCommitPlace | undefined {
  const project = loading.project(name, `${path}.project`)
  if (!project) return undefined
  const branch = ref ?? project.default_branch
  const where = revision ? `${path}.commit` : `${path}.ref`
  const commit = loading.commit(project, revision ?? branch, where)
  if (!commit) return undefined
  const then = new Date(commit.committer.time * 1000).toISOString()
  return { project, ref: branch, commit, at: isoTime(at) ?? then }
}
