import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Places } from '../../fixture/requests.ts'
import type { TestContext } from '../../story/test-context.ts'

/** What is there already, to be read: a project with what lies in it. */
export interface Site extends Places {
  /** Values of the required parameters of queries. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Looks around for something of everything, with the token of the run. */
export async function survey(t: TestContext): Promise<readonly Site[]> {
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

/** The projects that something happened in last, as many as the run is to read. */
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

/** The first item of each list, a file of a tree; a list that is refused or empty has none. */
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
