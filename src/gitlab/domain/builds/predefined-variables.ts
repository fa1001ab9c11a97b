import { slugOf } from '../../../ci/variables.ts'
import { basePaths } from '../../../contract/base-paths.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import { getObject, readCommit } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { tagTarget } from '../../../git/repository.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isFree } from '../../access/builds.ts'
import { tokenOfJob } from '../../access/job-tokens.ts'
import type { SystemContext } from '../context.ts'
import { namespaceOf, pathWithNamespace, projectAddress } from '../lookups.ts'
import { addressOfPages } from '../projects/pages.ts'
import { titleOf, zonedTimeOf } from '../repositories/commit-text.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { servedRevision, servedVersion } from '../served-version.ts'
import { environmentOfName, environmentSlug, environmentTier } from './environments.ts'
import { openMergeRequests, variablesOfMergeRequest } from './merge-request-variables.ts'
import type { NewPipeline } from './new-pipeline.ts'
import { beginningOfToken } from './triggers.ts'

/** The pipeline of a job; a planned one has no id and no iid. */
export type DescribedPipelineOfJob = Pick<
  NewPipeline,
  | 'name'
  | 'ref'
  | 'sha'
  | 'before_sha'
  | 'tag'
  | 'source'
  | 'user_id'
  | 'created_at'
  | 'variables'
  | 'pipeline_schedule_id'
  | 'trigger_id'
  | 'merge_request_id'
> &
  Partial<Pick<PipelineRecord, 'id' | 'iid'>>

/** The job; a planned one has no id. */
export type DescribedJob = Pick<BuildRecord, 'name' | 'stage' | 'environment'> &
  Partial<
    Pick<
      BuildRecord,
      | 'id'
      | 'when'
      | 'runner_id'
      | 'started_at'
      | 'played_with'
      | 'environment_action'
      | 'environment_tier'
      | 'environment_url'
    >
  > & { readonly variables: PipelineRecord['variables'] }

/** Pairs of keys and values; undefined for variables that do not apply. */
type Pairs = readonly (readonly [key: string, value: string | undefined])[]
type Predefined = readonly (readonly [key: string, value: string])[]

/** GITLAB_CI_MAX_COMMIT_MESSAGE_SIZE_IN_BYTES by default (lib/gitlab/ci/variables/builder/pipeline.rb). */
const MAX_MESSAGE_LENGTH = 100_000
/** The beginning of the description of a release that jobs see. */
const MAX_RELEASE_LENGTH = 1024
/** The topics of a project that jobs see. */
const MAX_TOPICS = 20
const noCommit = '0'.repeat(40)

/**
 * Returns the predefined variables of the pipeline, the project and the server
 * (doc/ci/variables/predefined_variables.md).
 */
export function predefinedVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
): Predefined {
  return known([
    ['CI', 'true'],
    ['GITLAB_CI', 'true'],
    ['GITLAB_FEATURES', ''],
    ...ofServer(context),
    ...ofProject(context, project),
    ...ofPipeline(context, project, pipeline),
    ...ofCommit(context, project, pipeline),
    ...ofUser(context, pipeline.user_id),
  ])
}

function known(pairs: Pairs): Predefined {
  return pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
}

function ofServer({ addresses }: SystemContext): Pairs {
  const { protocol, host, hostname, port } = new URL(addresses.origin)
  const scheme = protocol.slice(0, -1)
  const [major = '', minor = '', patch = ''] = servedVersion.split('.')
  return [
    ['CI_SERVER', 'yes'],
    ['CI_SERVER_URL', addresses.origin],
    ['CI_SERVER_HOST', hostname],
    ['CI_SERVER_FQDN', host],
    ['CI_SERVER_PORT', port || (scheme === 'https' ? '443' : '80')],
    ['CI_SERVER_PROTOCOL', scheme],
    ['CI_SERVER_SHELL_SSH_HOST', hostname],
    ['CI_SERVER_SHELL_SSH_PORT', '22'],
    ['CI_SERVER_NAME', 'GitLab'],
    ['CI_SERVER_VERSION', servedVersion],
    ['CI_SERVER_REVISION', servedRevision],
    ['CI_SERVER_VERSION_MAJOR', major],
    ['CI_SERVER_VERSION_MINOR', minor],
    ['CI_SERVER_VERSION_PATCH', patch],
    ['CI_API_V4_URL', `${addresses.origin}${basePaths.v4}`],
    ['CI_API_GRAPHQL_URL', `${addresses.origin}/api/graphql`],
    ['CI_TEMPLATE_REGISTRY_HOST', 'registry.gitlab.com'],
    ['CI_PAGES_DOMAIN', `pages.${hostname}`],
  ]
}

function ofProject(context: SystemContext, project: ProjectRecord): Pairs {
  const { store } = context
  const path = pathWithNamespace(context, project)
  const namespace = path.slice(0, -project.path.length - 1)
  const [root = ''] = path.split('/')
  const branch = repositoryOf(store, project).head
  const pages = addressOfPages(context, project)
  return [
    ['CI_DEFAULT_BRANCH', branch],
    ['CI_DEFAULT_BRANCH_SLUG', slugOf(branch, 63)],
    ['CI_CONFIG_PATH', '.gitlab-ci.yml'],
    ['CI_PROJECT_ID', String(project.id)],
    ['CI_PROJECT_NAME', project.path],
    ['CI_PROJECT_TITLE', project.name],
    ['CI_PROJECT_DESCRIPTION', project.description ?? ''],
    [
      'CI_PROJECT_TOPICS',
      project.tag_list
        .slice(0, MAX_TOPICS)
        .map((topic) => topic.toLowerCase())
        .join(','),
    ],
    ['CI_PROJECT_PATH', path],
    ['CI_PROJECT_PATH_SLUG', slugOf(path, 63)],
    ['CI_PROJECT_NAMESPACE', namespace],
    ['CI_PROJECT_NAMESPACE_ID', String(namespaceOf(context, project).id)],
    ['CI_PROJECT_NAMESPACE_SLUG', slugOf(namespace, 63)],
    ['CI_PROJECT_ROOT_NAMESPACE', root],
    ['CI_PROJECT_URL', projectAddress(context, project.id)],
    ['CI_PAGES_URL', pages],
    // No `URL`: below a numeric address it is not a valid host.
    ['CI_PAGES_HOSTNAME', pages.split('/')[2]],
    ['CI_PROJECT_VISIBILITY', visibilityNames[project.visibility_level]],
  ]
}

function ofPipeline(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
): Pairs {
  const { id, iid, source = 'push', name, pipeline_schedule_id, trigger_id } = pipeline
  const trigger = context.store.triggers.get(trigger_id ?? 0)
  const schedule = context.store.pipelineSchedules.get(pipeline_schedule_id ?? 0)
  const url = id && `${projectAddress(context, project.id)}/-/pipelines/${id}`
  return [
    ['CI_PIPELINE_ID', id ? String(id) : undefined],
    ['CI_PIPELINE_URL', url || undefined],
    ['CI_PIPELINE_IID', iid ? String(iid) : undefined],
    ['CI_PIPELINE_SOURCE', source],
    ['CI_PIPELINE_CREATED_AT', secondsOf(pipeline.created_at)],
    ['CI_PIPELINE_NAME', name ?? undefined],
    ['CI_PIPELINE_SCHEDULE_DESCRIPTION', schedule?.description],
    ['CI_PIPELINE_TRIGGERED', source === 'trigger' ? 'true' : undefined],
    ['CI_TRIGGER_SHORT_TOKEN', trigger && beginningOfToken(trigger.token)],
  ]
}

function ofCommit(
  context: SystemContext,
  project: ProjectRecord,
  { ref: given, sha, before_sha, tag, merge_request_id }: DescribedPipelineOfJob,
): Pairs {
  const { store } = context
  const mergeRequest = store.mergeRequests.get(merge_request_id ?? 0)
  const ref = mergeRequest?.source_branch ?? given
  const { message, author } = readCommit(store.objects, sha)
  const [title = ''] = message.trimStart().split('\n', 1)
  return [
    ['CI_COMMIT_SHA', sha],
    ['CI_COMMIT_SHORT_SHA', sha.slice(0, 8)],
    ['CI_COMMIT_BEFORE_SHA', before_sha ?? noCommit],
    ['CI_COMMIT_REF_NAME', ref],
    ['CI_COMMIT_REF_SLUG', slugOf(ref, 63)],
    ['CI_COMMIT_REF_PROTECTED', String(!isFree(context, project, { ref: given, tag }))],
    ['CI_COMMIT_MESSAGE', message.slice(0, MAX_MESSAGE_LENGTH)],
    ['CI_COMMIT_MESSAGE_IS_TRUNCATED', String(message.length > MAX_MESSAGE_LENGTH)],
    ['CI_COMMIT_TITLE', titleOf({ message }, context.release)],
    ['CI_COMMIT_DESCRIPTION', message.trimStart().slice(title.length).trimStart()],
    ['CI_COMMIT_TIMESTAMP', zonedTimeOf(author)],
    ['CI_COMMIT_AUTHOR', `${author.name} <${author.email}>`],
    ...(mergeRequest
      ? variablesOfMergeRequest(context, mergeRequest, sha)
      : [[tag ? 'CI_COMMIT_TAG' : 'CI_COMMIT_BRANCH', ref] as const]),
    ...(tag ? ofTag(context, project, ref) : openMergeRequests(context, project, ref)),
    // The names in GitLab 8.15.
    ['CI_BUILD_REF', sha],
    ['CI_BUILD_REF_NAME', ref],
    ['CI_BUILD_REF_SLUG', slugOf(ref, 63)],
    ['CI_BUILD_TAG', tag ? ref : undefined],
  ]
}

/** Returns the message of an annotated tag, or the notes of its release. */
function ofTag({ store }: SystemContext, project: ProjectRecord, name: string): Pairs {
  const target = tagTarget(repositoryOf(store, project), name)
  const release = store.releases
    .by('project_id', project.id)
    .find(({ tag_name }) => tag_name === name)
  return [
    ['CI_COMMIT_TAG_MESSAGE', target && messageOfTag(store, target)],
    ['CI_RELEASE_DESCRIPTION', release?.description?.slice(0, MAX_RELEASE_LENGTH)],
  ]
}

function messageOfTag({ objects }: SystemContext['store'], id: ObjectId): string | undefined {
  const object = getObject(objects, id)
  return object?.type === 'tag' ? object.message.trimEnd() : undefined
}

function ofUser({ store }: SystemContext, id: number | null): Pairs {
  const user = store.users.get(id ?? 0)
  return [
    ['GITLAB_USER_ID', user && String(user.id)],
    ['GITLAB_USER_LOGIN', user?.username],
    ['GITLAB_USER_NAME', user?.name],
    ['GITLAB_USER_EMAIL', user?.email],
  ]
}

/** Returns the predefined variables of a job, its runner and its environment. */
export function predefinedOfJob(
  context: SystemContext,
  project: ProjectRecord,
  job: DescribedJob,
): Predefined {
  const { id, name, stage, when, started_at } = job
  const startedAt = started_at ? secondsOf(started_at) : undefined
  const address = projectAddress(context, project.id)
  const cloned = id
    ? `${address.replace('://', `://gitlab-ci-token:${tokenOfJob({ id })}@`)}.git`
    : undefined
  return known([
    ['CI_JOB_ID', id ? String(id) : undefined],
    ['CI_JOB_URL', id ? `${address}/-/jobs/${id}` : undefined],
    ['CI_JOB_NAME', name],
    ['CI_JOB_NAME_SLUG', slugOf(name, 63)],
    ['CI_JOB_GROUP_NAME', groupNameOf(name)],
    ['CI_JOB_STAGE', stage],
    ['CI_JOB_MANUAL', when === 'manual' || when === 'delayed' ? 'true' : undefined],
    ['CI_JOB_STARTED_AT', startedAt],
    ['CI_JOB_STARTED_AT_SLUG', startedAt && slugOf(startedAt, 63)],
    ['CI_NODE_TOTAL', '1'],
    ['CI_REPOSITORY_URL', cloned],
    ['CI_BUILD_NAME', name],
    ['CI_BUILD_STAGE', stage],
    ...ofRunner(context, job),
    ...ofEnvironment(context, project, job),
  ])
}

/**
 * Returns the group of a job, whose jobs differ only in the index or the matrix values (`group_name` in
 * lib/gitlab/utils/job.rb).
 */
function groupNameOf(name: string): string {
  const choice = name.endsWith(']') ? name.indexOf(': [') : -1
  if (choice > 0) return name.slice(0, choice)
  const number = name.lastIndexOf(' ')
  return /^\d+\/\d+$/.test(name.slice(number + 1)) ? name.slice(0, Math.max(number, 0)) : name
}

function ofRunner({ store }: SystemContext, { runner_id }: DescribedJob): Pairs {
  const runner = store.runners.get(runner_id ?? 0)
  if (!runner) return []
  const tags = runner.tag_list.map((tag) => JSON.stringify(tag)).join(', ')
  return [
    ['CI_RUNNER_ID', String(runner.id)],
    ['CI_RUNNER_DESCRIPTION', runner.description ?? ''],
    ['CI_RUNNER_TAGS', `[${tags}]`],
  ]
}

function ofEnvironment(context: SystemContext, { id }: ProjectRecord, job: DescribedJob): Pairs {
  const { environment: name, environment_action: action = 'start' } = job
  if (name === null) return []
  const environment = environmentOfName(context, id, name)
  const tier = job.environment_tier ?? (environment && environmentTier(environment))
  return [
    ['CI_ENVIRONMENT_ID', environment && String(environment.id)],
    ['CI_ENVIRONMENT_NAME', name],
    ['CI_ENVIRONMENT_SLUG', environment ? environmentSlug(environment) : slugOf(name, 24)],
    ['CI_ENVIRONMENT_ACTION', action],
    ['CI_ENVIRONMENT_TIER', tier],
    ['CI_ENVIRONMENT_URL', job.environment_url ?? environment?.external_url ?? undefined],
  ]
}

/** Returns a time in ISO 8601 without milliseconds. */
function secondsOf(time: string): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
