import type { OperationId } from '../contract/operation-contract.ts'
import { type Visibility, visibilityLevels } from '../contract/visibility-levels.ts'
import type { Parameters } from '../verify/client/encode.ts'
import { at, isObject } from '../verify/story/bodies.ts'

/** The responses of a server by operation; a forbidden or missing resource is undefined. */
export interface Answers {
  get(operation: OperationId, parameters: Parameters): Promise<unknown>
  list(operation: OperationId, parameters: Parameters): Promise<readonly unknown[]>
  bytes(operation: OperationId, parameters: Parameters): Promise<Uint8Array | undefined>
}

/**
 * Adapts a v4 server to the operations and responses of v3, so that a recording is the same for either API. Fields of
 * v4 only (subgroups, further assignees, reviewers, user fields) are kept beside.
 */
export function inWordsOfV3(answers: Answers): Answers {
  const numbers = new Map<string, unknown>()
  let me: unknown

  /** Stores the iid by which v4 identifies a record that v3 identifies by its id. */
  function numbered(kind: string, { id: project }: Parameters, item: unknown): unknown {
    numbers.set(`${kind} ${project} ${at(item, 'id')}`, at(item, 'iid'))
    return item
  }

  function withNumber({ issue_id, merge_request_id, ...rest }: Parameters): Parameters {
    const { id } = rest
    if (issue_id !== undefined)
      return { ...rest, issue_iid: numbers.get(`issue ${id} ${issue_id}`) }
    const merge_request_iid = numbers.get(`merge request ${id} ${merge_request_id}`)
    return merge_request_id === undefined ? rest : { ...rest, merge_request_iid }
  }

  const oldestFirst = { order_by: 'created_at', sort: 'asc' }

  async function list(operation: OperationId, parameters: Parameters): Promise<readonly unknown[]> {
    switch (operation) {
      case 'listAllProjects':
      case 'listVisibleProjects':
        // A single list includes the archived ones.
        return parameters.archived === true ? [] : answers.list('listProjects', {})
      case 'listStarredProjects':
        return answers.list('listUserStarredProjects', { id: me })
      case 'listIssuesOfProject': {
        const found = await answers.list(operation, { ...parameters, scope: 'all' })
        return found.map((one) => numbered('issue', parameters, one))
      }
      case 'listMergeRequests': {
        const found = await answers.list(operation, { ...parameters, scope: 'all' })
        return found.map((one) => numbered('merge request', parameters, mergeRequest(one)))
      }
      case 'listIssueNotes':
      case 'listMergeRequestNotes':
      case 'listSnippetNotes':
        return answers.list(operation, { ...withNumber(parameters), ...oldestFirst })
      case 'listSnippets':
        return (await answers.list(operation, parameters)).map(withLevel)
      case 'listTree': {
        const { ref_name: ref, ...rest } = parameters
        return answers.list(operation, { ...rest, ref })
      }
      case 'listBuilds':
        return (await answers.list(operation, parameters)).map(job)
      case 'listProjectEvents':
        return (await answers.list(operation, parameters)).map(event)
      default:
        return answers.list(operation, parameters)
    }
  }

  async function get(operation: OperationId, parameters: Parameters): Promise<unknown> {
    // Their names and defaults differ: a world starts with those of its own release.
    if (operation === 'getApplicationSettings') return undefined
    const body = await answers.get(operation, parameters)
    if (operation === 'getCurrentUser') me = at(body, 'id')
    if (operation === 'getProject') return project(body)
    if (operation === 'getProjectMember' || operation === 'getGroupMember') return member(body)
    if (operation === 'getCommit') return withStatus(body)
    return operation === 'getGroup' ? withLevel(body) : body
  }

  return {
    list,
    get,
    bytes(operation, { build_id, ...rest }) {
      return answers.bytes(operation, build_id === undefined ? rest : { ...rest, job_id: build_id })
    },
  }
}

const isVisibility = (word: unknown): word is Visibility =>
  typeof word === 'string' && word in visibilityLevels

function withLevel(body: unknown): unknown {
  if (!isObject(body)) return body
  const { visibility } = body
  return isVisibility(visibility)
    ? { ...body, visibility_level: visibilityLevels[visibility] }
    : body
}

function project(body: unknown): unknown {
  if (!isObject(body)) return body
  const { namespace, owner } = body
  const isPersonal = at(namespace, 'kind') === 'user'
  return {
    ...Object(withLevel(body)),
    namespace: { ...Object(namespace), owner_id: isPersonal ? at(owner, 'id') : null },
    tag_list: body.topics,
    builds_enabled: body.jobs_enabled,
    public_builds: body.public_jobs,
    only_allow_merge_if_build_succeeds: body.only_allow_merge_if_pipeline_succeeds,
  }
}

/** v3 shows since when the account exists, v4 since when the user is a member. */
function member(body: unknown): unknown {
  return isObject(body) ? { ...body, joined_at: body.created_at } : body
}

function mergeRequest(body: unknown): unknown {
  if (!isObject(body)) return body
  return { ...body, merge_when_build_succeeds: body.merge_when_pipeline_succeeds }
}

/** Maps the states of v4 only to those of v3: pending states to `created`, a manual job to `skipped`. */
const statesOfV4: Readonly<Record<string, string>> = {
  manual: 'skipped',
  scheduled: 'created',
  preparing: 'created',
  waiting_for_resource: 'created',
  canceling: 'canceled',
}

function withStatus(body: unknown): unknown {
  if (!isObject(body)) return body
  const known = statesOfV4[String(body.status)]
  return known === undefined ? body : { ...body, status: known }
}

/** Maps a manual job to a build that is skipped until it is played. */
function job(body: unknown): unknown {
  if (!isObject(body)) return body
  const when = body.status === 'manual' ? { when: 'manual' } : {}
  return { ...Object(withStatus(body)), ...when, pipeline: withStatus(body.pipeline) }
}

/** Expands the pushed ref to its full name, and a missing commit to the null id of 40 zeros. */
function event(body: unknown): unknown {
  const push = at(body, 'push_data')
  if (!isObject(body) || !isObject(push)) return body
  const folder = push.ref_type === 'tag' ? 'refs/tags/' : 'refs/heads/'
  const data = {
    ref: `${folder}${push.ref}`,
    before: push.commit_from ?? nowhere,
    after: push.commit_to ?? nowhere,
    user_name: at(body, 'author.name'),
    total_commits_count: push.commit_count,
    commits: push.commit_to === null ? [] : [{ id: push.commit_to }],
  }
  return { ...body, data }
}

const nowhere = '0'.repeat(40)
