import type { BuildRecord } from '../../store/models/build.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import { ancestorsOf } from './group-tree.ts'

/** The prefix of job tokens. */
export const JOB_TOKEN_PREFIX = 'glcbt-'

/**
 * Returns the token by which a running job calls the API. It is derived from the id, so that the tests of a client know
 * it in advance.
 */
export function tokenOfJob({ id }: Pick<BuildRecord, 'id'>): string {
  return `${JOB_TOKEN_PREFIX}${id}`
}

/** Finds the running job of a token; undefined for any other token. */
export function jobOfToken(store: Store, token: string): BuildRecord | undefined {
  const job = store.builds.get(Number(token.slice(JOB_TOKEN_PREFIX.length)))
  return job && tokenOfJob(job) === token && job.status === 'running' ? job : undefined
}

/** Whether a project admits the token of a job: one of its own, or one of a project or group in its allowlist. */
export function admitsJob(store: Store, project: ProjectRecord, job: BuildRecord): boolean {
  if (job.project_id === project.id) return true
  const allowed = store.jobTokenAllowances.by('project_id', project.id)
  if (allowed.some((one) => one.target_project_id === job.project_id)) return true
  const groups = groupsAround(store, job.project_id)
  return allowed.some(({ target_group_id: id }) => id !== null && groups.has(id))
}

function groupsAround(store: Store, projectId: number): ReadonlySet<number> {
  const namespace = store.namespaces.get(store.projects.get(projectId)?.namespace_id ?? 0)
  if (!namespace) return new Set()
  return new Set([namespace, ...ancestorsOf(store, namespace)].map(({ id }) => id))
}
