import { historyLength } from '../../../git/history/ancestry.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { WithStore } from '../lookups.ts'
import { repositoryOf, repositorySize } from '../repositories/repositories.ts'

/** The number of a project's commits, and its sizes in bytes. */
export interface ProjectSizes {
  readonly commits: number
  readonly repository: number
  readonly wiki: number
  readonly lfsObjects: number
  /** The artifacts of jobs, without their logs. */
  readonly artifacts: number
  readonly jobLogs: number
  readonly snippets: number
  readonly uploads: number
}

/**
 * Returns the sizes of a project: those of its stored contents, added to those of its record. Commits are those of the
 * default branch, as in app/models/project_statistics.rb.
 */
export function sizesOfProject({ store }: WithStore, project: ProjectRecord): ProjectSizes {
  const { statistics } = project
  const { objects, builds, snippets, uploads, wikiPages } = store
  const repository = repositoryOf(store, project)
  const head = branchHead(repository, repository.head)
  const jobs = builds.by('project_id', project.id)
  return {
    commits: statistics.commit_count + (head === undefined ? 0 : historyLength(objects, head)),
    repository: statistics.repository_size + repositorySize(store, project),
    wiki: sum(wikiPages.by('project_id', project.id), ({ content }) => byteLength(content)),
    lfsObjects: statistics.lfs_objects_size,
    artifacts:
      statistics.build_artifacts_size + sum(jobs, ({ artifacts }) => artifacts?.bytes.length ?? 0),
    jobLogs: sum(jobs, ({ trace, finished_at }) => (finished_at ? byteLength(trace ?? '') : 0)),
    snippets: sum(snippets.by('project_id', project.id), ({ content, more_files }) => {
      return byteLength(content) + sum(more_files, (file) => byteLength(file.content))
    }),
    uploads: sum(
      uploads.by('holder', targetKey('project', project.id)),
      ({ bytes }) => bytes.length,
    ),
  }
}

function sum<T>(all: readonly T[], sizeOf: (one: T) => number): number {
  return all.reduce((total, one) => total + sizeOf(one), 0)
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
