import type {
  Commit,
  CommitDetail,
  CommitWithStats,
} from '../../../contract/generated/v4/contract.ts'
import { statistics } from '../../../git/diff/statistics.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { trailersOf } from '../../../git/trailers.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canReadBuilds } from '../../access/builds.ts'
import { pipelinesOfCommit } from '../../domain/builds/child-pipelines.ts'
import { shownPipelineStatus } from '../../domain/builds/shown-status.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'
import { titleOf, zonedTimeOf } from '../../domain/repositories/commit-text.ts'
import { pipelineBasic } from './pipeline.ts'

const SHORT_ID_LENGTH = 8

/** Returns the fields that all forms of a commit have (`schemas/v4/resources/commit.json`). */
export function commitResource(
  commit: GitCommit,
  project: ProjectRecord,
  presentation: Presentation,
): Commit {
  const committed = zonedTimeOf(commit.committer)
  return {
    id: commit.id,
    short_id: commit.id.slice(0, SHORT_ID_LENGTH),
    created_at: committed,
    parent_ids: [...commit.parents],
    title: titleOf(commit, presentation.release),
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: zonedTimeOf(commit.author),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: committed,
    trailers: {},
    extended_trailers: {},
    web_url: `${projectAddress(presentation, project.id)}/-/commit/${commit.id}`,
  }
}

/** Returns a commit with its statistics. */
export function commitWithStats(
  commit: GitCommit,
  project: ProjectRecord,
  presentation: Presentation,
): CommitWithStats {
  return Object.assign(commitResource(commit, project, presentation), {
    stats: { ...statistics(presentation.store.objects, commit) },
  })
}

/** Returns a single commit with its last pipeline; the statistics are optional. */
export function commitDetail(
  commit: GitCommit,
  project: ProjectRecord,
  presentation: Presentation,
  hasStats = true,
): CommitDetail {
  const { store } = presentation
  const last = pipelinesOfCommit(store, project, commit.id).at(-1)
  const present = hasStats ? commitWithStats : commitResource
  return Object.assign(present(commit, project, presentation), {
    status: last ? shownPipelineStatus(presentation, last) : null,
    project_id: project.id,
    last_pipeline:
      last && canReadBuilds(presentation, project) ? pipelineBasic(last, presentation) : null,
  })
}

/** Returns the trailers of a commit message, for lists that ask for them. */
export function commitTrailers({
  message,
}: GitCommit): Pick<Commit, 'trailers' | 'extended_trailers'> {
  const all = new Map<string, string[]>()
  for (const { key, value } of trailersOf(message)) all.set(key, [...(all.get(key) ?? []), value])
  return {
    trailers: Object.fromEntries([...all].map(([key, values]) => [key, values.at(-1) ?? ''])),
    extended_trailers: Object.fromEntries(all),
  }
}
