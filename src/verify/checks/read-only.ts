import type { OperationId } from '../../contract/operation-contract.ts'
import { wrongValueOf } from '../contract/aspects.ts'
import { givenParameters, type Operation, pathParameters } from '../contract/operation.ts'
import { type Parameters, type Places, targetOf, unknownTarget } from '../fixture/requests.ts'
import type { Story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkAsked } from './asked-lists.ts'
import { checkOperations } from './check.ts'
import { checkCap, checkDefault, checkEnd } from './pages.ts'

/** The aspects that reading alone can test, on existing records: `forgery verify --read-only`. */
export const readOnlyChecks: readonly Story[] = checkOperations(
  'read only',
  async (t, operation) => {
    if (operation.method !== 'GET') return
    // A GET that triggers a delivery is not a mere read.
    if (operation.hasEffect) return
    if (operation.access === 'admin' && !t.instance.isAdmin) return checkForbidden(t, operation)
    const sites = await t.shared(survey)
    const requests = sites
      .map((site) => requestOf(operation, site))
      .filter((request) => request !== undefined)
    const [first] = requests
    if (!first) {
      const reason = 'there is nothing on this server that it could be read of'
      t.notTested(operation.id, 'status', reason)
      return
    }
    const asked = pathParameters(operation).length > 0 ? requests : [first]
    const statuses = new Map<Parameters, number>()
    for (const request of asked) {
      const { status } = await t.admin.attempt(operation.id, request)
      statuses.set(request, status)
    }
    // A project with disabled builds, or whose hooks the caller cannot read, refuses everything below them.
    const open = asked.find((request) => statuses.get(request) !== 403)
    await checkRefusals(t, operation, open ?? first, open !== undefined)
    if (!operation.isPaginated) return
    await checkPages(t, operation, open ?? first)
    for (const request of asked) {
      if (statuses.get(request) === 200) await checkAsked(t, operation, request)
    }
  },
)

/** Returns the parameters of a call; undefined where the site lacks a value. */
function requestOf(operation: Operation, site: Site): Parameters | undefined {
  const path = pathParameters(operation).map((parameter) => [
    parameter.name,
    targetOf(operation, parameter, site),
  ])
  const query = givenParameters(operation)
    .filter(({ required }) => required)
    .map(({ name }) => [name, site.values[name]])
  const all = [...path, ...query]
  return all.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(all)
}

async function checkForbidden(t: TestContext, operation: Operation): Promise<void> {
  const path = pathParameters(operation).map((one) => [one.name, unknownTarget(one)])
  const parameters = Object.fromEntries(path)
  await t.refused(t.admin, operation.id, parameters, [403], 'forbidden-for-users')
}

async function checkRefusals(
  t: TestContext,
  operation: Operation,
  request: Parameters,
  isOpen: boolean,
): Promise<void> {
  const { id, access } = operation
  const wrong = t.caller('a token that does not exist', { token: 'no-such-token-at-all' })
  if (access !== 'public') {
    const rule = 'Without credentials it is answered with 401.'
    await t.refused(t.anonymous, id, request, [401], 'unauthenticated', rule)
    const rule2 = 'With a token that does not exist it is answered with 401.'
    await t.refused(wrong, id, request, [401], 'wrong-token', rule2)
  }
  for (const [index, parameter] of pathParameters(operation).entries()) {
    const { name } = parameter
    if (index > 0 && !isOpen) {
      t.notTested(
        id,
        `unknown:${name}`,
        'the token may not read it in any project that was looked at',
      )
      continue
    }
    const unknown = { ...request, [name]: unknownTarget(parameter) }
    await t.refused(t.admin, id, unknown, [404], `unknown:${name}`)
  }
  for (const { name, schema } of givenParameters(operation)) {
    const value = wrongValueOf(schema)
    if (value === undefined) continue
    await t.refused(t.admin, id, { ...request, [name]: value }, [400], `invalid:${name}`)
  }
}

async function checkPages(
  t: TestContext,
  operation: Operation,
  parameters: Parameters,
): Promise<void> {
  const address = { caller: t.admin, parameters, isShared: true }
  // A list that the caller cannot read has no pages.
  const { status } = await t.admin.attempt(operation.id, { ...parameters, per_page: 1 })
  if (status !== 200) return
  const mayBeShort = operation.hidesAfterPaging && !t.instance.isAdmin
  if (!mayBeShort) await checkDefault(t, operation, address)
  await checkCap(t, operation, address)
  await checkEnd(t, operation, address)
}

/** The existing records to be read: a project with its content. */
export interface Site extends Places {
  /** The values of required query parameters. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Finds an example of each kind of record, with the token of the run. */
async function survey(t: TestContext): Promise<readonly Site[]> {
  const [user, groups, projects] = await Promise.all([
    t.admin.call('getCurrentUser'),
    t.admin.call('listGroups', { per_page: 1 }),
    projectsOf(t),
  ])
  const belongings = await firsts(t, {
    key: ['listOwnSshKeys', {}],
    email: ['listOwnEmails', {}],
    ...(t.instance.isAdmin ? { hook: ['listSystemHooks', {}] } : {}),
  })
  const common = { user: user.body?.id, group: groups.body?.[0]?.id }
  const sites = projects.map(async ({ id, default_branch }): Promise<Site> => {
    const { targets, values } = await surveyProject(t, id, default_branch ?? 'master')
    return { ...common, project: id, targets: { ...belongings.ids, ...targets }, values }
  })
  const found = await Promise.all(sites)
  return found.length > 0
    ? found
    : [{ ...common, project: undefined, targets: belongings.ids, values: {} }]
}

/** Returns the most recently active projects, as many as the run reads. */
async function projectsOf(t: TestContext) {
  const { projectCount: wanted } = t.instance
  const found: { readonly id?: number; readonly default_branch?: string | null }[] = []
  for (let page = 1; found.length < wanted; page++) {
    const { body = [] } = await t.admin.call('listVisibleProjects', {
      page,
      per_page: Math.min(wanted, 100),
      order_by: 'last_activity_at',
    })
    found.push(...body)
    if (body.length < 100) break
  }
  return found.slice(0, wanted)
}

async function surveyProject(t: TestContext, id: number | undefined, branch: string) {
  const { ids, items } = await firsts(t, {
    issue: ['listIssuesOfProject', { id }],
    mergeRequest: ['listMergeRequests', { id }],
    snippet: ['listSnippets', { id }],
    build: ['listBuilds', { id }],
    deployment: ['listDeployments', { id }],
    branch: ['listBranches', { id }],
    tag: ['listTags', { id }],
    commit: ['listCommits', { id }],
    file: ['listTree', { id, recursive: true, per_page: 100 }],
  })
  const notes = await firsts(t, {
    ...(ids.issue ? { issueNote: ['listIssueNotes', { id, issue_id: ids.issue }] } : {}),
    ...(ids.snippet ? { snippetNote: ['listSnippetNotes', { id, snippet_id: ids.snippet }] } : {}),
    ...(ids.mergeRequest
      ? { mergeRequestNote: ['listMergeRequestNotes', { id, merge_request_id: ids.mergeRequest }] }
      : {}),
  })
  const path = textOf(items.file, 'path')
  return {
    targets: {
      ...ids,
      ...notes.ids,
      branch: textOf(items.branch, 'name'),
      tag: textOf(items.tag, 'name'),
      commit: textOf(items.commit, 'id'),
      blob: textOf(items.file, 'id'),
    },
    values: {
      file_path: path,
      filepath: path,
      ref: branch,
      from: branch,
      to: textOf(items.branch, 'name'),
      job: textOf(items.build, 'name'),
    },
  }
}

type Wanted = Readonly<Record<string, readonly [OperationId, Readonly<Record<string, unknown>>]>>

/** Returns the first item of each list, or a file of a tree; nothing for a list that is refused or empty. */
async function firsts(t: TestContext, wanted: Wanted) {
  const items: Record<string, object | undefined> = {}
  const ids: Record<string, number> = {}
  for (const [name, [operation, parameters]] of Object.entries(wanted)) {
    const { body, status } = await t.admin.attempt(operation, { per_page: 5, ...parameters })
    const list: readonly object[] = status === 200 && Array.isArray(body) ? body : []
    const item = list.find((one) => Reflect.get(Object(one), 'type') !== 'tree')
    const id: unknown = item && Reflect.get(item, 'id')
    items[name] = item
    if (typeof id === 'number') ids[name] = id
  }
  return { items, ids }
}

function textOf(item: object | undefined, field: string): string | undefined {
  const value: unknown = item && Reflect.get(item, field)
  return typeof value === 'string' ? value : undefined
}
