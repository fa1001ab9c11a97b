import { tagTarget } from '../../git/repository.ts'
import { commitKey } from '../../store/collections.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { repositoryOf } from '../repositories/repositories.ts'

interface Wanted {
  readonly ref: string
  readonly sha: string
  /** Whose it is where it has to be made. */
  readonly user_id: number
  readonly created_at: string
}

/** The newest pipeline of a commit on a ref; made where there is none. */
export function pipelineFor(store: Store, project: ProjectRecord, wanted: Wanted): PipelineRecord {
  const known = store.pipelines
    .by('commit', commitKey(project.id, wanted.sha))
    .filter(({ ref }) => ref === wanted.ref)
    .at(-1)
  if (known) return known
  const tag = isTag(store, project, wanted.ref)
  return store.pipelines.insert({ ...wanted, project_id: project.id, tag, status: 'created' })
}

export function isTag(store: Store, project: ProjectRecord, ref: string): boolean {
  return tagTarget(repositoryOf(store, project), ref) !== undefined
}
