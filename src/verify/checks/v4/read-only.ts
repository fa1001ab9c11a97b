import type { OperationId } from '../../../contract/operation-contract.ts'
import { wrongValueOf } from '../../contract/aspects.ts'
import { givenParameters, type Operation, pathParameters } from '../../contract/operation.ts'
import type { Parameters } from '../../fixture/requests.ts'
import { type Places, placeOf } from '../../fixture/v4/places.ts'
import { unknownTarget } from '../../fixture/v4/requests.ts'
import { at } from '../../story/bodies.ts'
import type { Story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkAsked } from '../asked-lists.ts'
import { checkOperations } from '../check.ts'
import { checkCap, checkDefault, checkEnd } from '../pages.ts'

/** The aspects of v4 that reading alone can test, on existing records. */
export const readOnlyChecksOfV4: readonly Story[] = checkOperations(
  'read only',
  async (t, operation) => {
    const { id, method, hasEffect, access, isPaginated } = operation
    if (method !== 'GET' || hasEffect) return
    const [first, ...others] = await t.shared(survey)
    const request = first && requestOf(operation, first)
    if (access === 'admin' && !t.instance.isAdmin) {
      const path = pathParameters(operation).map((one) => [one.name, unknownTarget(one)])
      await t.refused(t.admin, id, Object.fromEntries(path), [403], 'forbidden-for-users')
      return
    }
    if (!request) {
      return t.notTested(id, 'status', 'there is nothing on this server that it could be read of')
    }
    const further = pathParameters(operation).length > 0 ? others : []
    const requests = [
      request,
      ...further.map((site) => requestOf(operation, site)).filter((one) => one !== undefined),
    ]
    for (const one of requests) {
      const { status } = await t.admin.attempt(id, one)
      if (isPaginated && status === 200) await checkAsked(t, operation, one)
    }
    await checkRefusals(t, operation, request)
    const { status } = await t.admin.attempt(id, request)
    if (!isPaginated || status !== 200) return
    const address = { caller: t.admin, parameters: request, isShared: true }
    await checkDefault(t, operation, address)
    await checkCap(t, operation, address)
    await checkEnd(t, operation, address)
  },
  { api: 'v4' },
)

/** Returns the parameters of a call; undefined where the site lacks a value. */
function requestOf(operation: Operation, site: Places): Parameters | undefined {
  const path = pathParameters(operation).map((parameter) => {
    const place = placeOf(operation, parameter)
    return [parameter.name, place && site[place]] as const
  })
  const values: Parameters = { ref: site.defaultBranch, from: site.defaultBranch, to: site.commit }
  const query = givenParameters(operation)
    .filter(({ required }) => required)
    .map(({ name }) => [name, values[name]] as const)
  const all = [...path, ...query]
  return all.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(all)
}

async function checkRefusals(t: TestContext, operation: Operation, request: Parameters) {
  const { id, access } = operation
  const wrong = t.caller('a token that does not exist', { token: 'no-such-token-at-all' })
  if (access !== 'public') await t.refused(t.anonymous, id, request, [401], 'unauthenticated')
  await t.refused(wrong, id, request, [401], 'wrong-token')
  for (const { name, schema } of givenParameters(operation)) {
    const value = wrongValueOf(schema)
    if (value === undefined) continue
    await t.refused(t.admin, id, { ...request, [name]: value }, [400], `invalid:${name}`)
  }
}

/** Finds an example of each kind of record, in as many projects as the run reads. */
async function survey(t: TestContext): Promise<readonly Places[]> {
  const first = async (operation: OperationId, parameters: Parameters, path: string) => {
    const { status, body } = await t.admin.attempt(operation, { per_page: 5, ...parameters })
    const value = status === 200 ? at(body, path) : undefined
    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  }
  const common = {
    user: await first('getCurrentUser', {}, 'id'),
    group: await first('listGroups', {}, '0.id'),
    key: await first('listOwnSshKeys', {}, '0.id'),
    email: await first('listOwnEmails', {}, '0.id'),
  }
  const per_page = Math.min(t.instance.projectCount, 100)
  const { body } = await t.admin.perform('listProjects', { per_page, order_by: 'last_activity_at' })
  const projects: readonly unknown[] = Array.isArray(body) ? body : []
  const sites = projects.map(async (project): Promise<Places> => {
    const id = at(project, 'id')
    const issue = await first('listIssuesOfProject', { id }, '0.iid')
    const snippet = await first('listSnippets', { id }, '0.id')
    return defined({
      ...common,
      project: id,
      issue,
      issueNote: issue && (await first('listIssueNotes', { id, issue_iid: issue }, '0.id')),
      snippet,
      snippetNote:
        snippet && (await first('listSnippetNotes', { id, snippet_id: snippet }, '0.id')),
      defaultBranch: at(project, 'default_branch'),
      branch: await first('listBranches', { id }, '0.name'),
      tag: await first('listTags', { id }, '0.name'),
      commit: await first('listCommits', { id }, '0.id'),
    })
  })
  const found = await Promise.all(sites)
  return found.length > 0 ? found : [defined(common)]
}

function defined(places: Readonly<Record<string, unknown>>): Places {
  return Object.fromEntries(
    Object.entries(places).filter(([, value]) => value !== undefined && value !== null),
  )
}
