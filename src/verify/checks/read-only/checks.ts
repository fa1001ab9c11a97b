import { wrongValueOf } from '../../contract/aspects.ts'
import { givenParameters, type Operation, pathParameters } from '../../contract/operation.ts'
import { type Parameters, targetOf, unknownTarget } from '../../fixture/requests.ts'
import type { Story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkOperations } from '../check.ts'
import { checkCap, checkDefault, checkEnd } from '../pages.ts'
import { type Site, survey } from './survey.ts'

/** What reading alone can show, on what is there: `forgery verify --read-only`. */
export const readOnlyChecks: readonly Story[] = checkOperations(
  'read only',
  async (t, operation) => {
    if (operation.method !== 'GET') return
    // A GET that sends a delivery is none that only reads.
    if (operation.id === 'testSystemHook') return
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
    for (const request of pathParameters(operation).length > 0 ? requests : [first]) {
      await t.admin.attempt(operation.id, request)
    }
    await checkRefusals(t, operation, first)
    if (operation.isPaginated) await checkPages(t, operation, first)
  },
)

/** The parameters of a call; undefined where the site has nothing for one of them. */
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
  const rule = 'It is for administrators: others get 403.'
  const parameters = Object.fromEntries(path)
  await t.refused(t.admin, operation.id, parameters, [403], 'forbidden-for-users', rule)
}

async function checkRefusals(
  t: TestContext,
  operation: Operation,
  request: Parameters,
): Promise<void> {
  const { id, access } = operation
  const wrong = t.caller('a token that does not exist', { token: 'no-such-token-at-all' })
  if (access !== 'public') {
    const rule = 'Without credentials it is answered with 401.'
    await t.refused(t.anonymous, id, request, [401], 'unauthenticated', rule)
    const rule2 = 'With a token that does not exist it is answered with 401.'
    await t.refused(wrong, id, request, [401], 'wrong-token', rule2)
  }
  for (const parameter of pathParameters(operation)) {
    const { name } = parameter
    const rule = `An unknown ${name} is answered with 404.`
    const unknown = { ...request, [name]: unknownTarget(parameter) }
    await t.refused(t.admin, id, unknown, [404], `unknown:${name}`, rule)
  }
  for (const { name, schema } of givenParameters(operation)) {
    const value = wrongValueOf(schema)
    if (value === undefined) continue
    const rule = `A value that ${name} cannot take is answered with 400.`
    await t.refused(t.admin, id, { ...request, [name]: value }, [400], `invalid:${name}`, rule)
  }
}

async function checkPages(
  t: TestContext,
  operation: Operation,
  parameters: Parameters,
): Promise<void> {
  const address = { caller: t.admin, parameters, isShared: true }
  // A list that the caller may not read has no pages.
  const { status } = await t.admin.attempt(operation.id, { ...parameters, per_page: 1 })
  if (status !== 200) return
  // GitLab 8.15 leaves notes that the caller may not see out of a page after it has cut and counted it.
  const mayBeShort = /^list\w+Notes$/.test(operation.id) && !t.instance.isAdmin
  if (!mayBeShort) await checkDefault(t, operation, address)
  await checkCap(t, operation, address)
  await checkEnd(t, operation, address)
}
