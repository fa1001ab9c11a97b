import type { OperationId } from '../../contract/operation-contract.ts'
import { visibilityLevels } from '../../contract/visibility-levels.ts'
import type { OperationResponse } from '../client/answer.ts'
import { type Operation, pathParameters } from '../contract/operation.ts'
import { createFixture, type Fixture } from '../fixture/fixture.ts'
import { entitledCaller, validParameters } from '../fixture/requests.ts'
import { idOf } from '../fixture/values.ts'
import { at } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { describe } from '../story/check-response.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'
import { identityOf } from './pages.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The operations whose row of the specification says that the id may be a path: others may know numbers alone. */
const stated: ReadonlySet<OperationId> = new Set([
  ...(['getGroup', 'listGroupProjects', 'listGroupMembers', 'listProjectMembers'] as const),
  ...(['getProject', 'listProjectEvents', 'listCommits'] as const),
  ...(['getGroupNotificationSettings', 'getProjectNotificationSettings'] as const),
])

/** Whether a response refuses a path where a number alone may be an id. */
export const isPathRefused = ({ operation, status }: OperationResponse) =>
  !stated.has(operation) && (status === 400 || status === 404)

export const NUMBERS_ALONE = 'whether the id may be a path is not stated'

/**
 * Every read below a project or a group that accepts its path as the id: the response is that of the record, without
 * credentials too, and has nothing of it by the path of a project that has the same name in another namespace.
 */
export const pathIds = checkEvery('paths as ids', async (t, operation, fixture) => {
  const { id, method, hasEffect, access } = operation
  if (method !== 'GET' || hasEffect) return
  const parameters = validParameters(operation, fixture, t.name)
  const path = pathOf(operation, fixture, parameters.id)
  if (path === undefined) return
  const caller = entitledCaller(operation, fixture, t.admin)
  const answer = await checkPath(t, operation, caller, parameters, path)
  if (answer && path === fixture.project.fullPath) await checkNamesake(t, operation, caller, answer)
  if (access !== 'public') return
  const shown = validParameters(operation, fixture, t.name, 'public')
  const publicPath = pathOf(operation, fixture, shown.id)
  if (publicPath === undefined) return
  // `access.ts` asks by the id.
  const anonymous = await t.anonymous.attempt(id, { ...shown, id: publicPath })
  if (answer === undefined && isPathRefused(anonymous)) return
  const rule = 'What is shown without credentials by its id is shown by its path as well.'
  t.expect(anonymous, 'id:path', rule).status([200])
})

/** Returns the response by the path, unless there is none by the id either. */
async function checkPath(
  t: TestContext,
  operation: Operation,
  caller: Caller,
  parameters: Parameters,
  path: string,
): Promise<OperationResponse | undefined> {
  const answer = await caller.attempt(operation.id, { ...parameters, id: path })
  if (isPathRefused(answer)) {
    t.leftOpen(operation.id, 'id:path', NUMBERS_ALONE)
    return undefined
  }
  // Some records exist on no server that makes none.
  if (answer.status !== 200) {
    const usual = await caller.attempt(operation.id, parameters)
    if (usual.status !== 200) return undefined
  }
  const [id, expected] = [at(answer.body, 'id'), parameters[lastOf(operation)]]
  const isOther = typeof id === 'number' && typeof expected === 'number' && id !== expected
  const rule = 'What is named by its path is what is named by its id.'
  t.expect(answer, 'id:path', rule).holds(
    answer.status === 200 && !isOther,
    'the same as by its id',
    describe(answer),
  )
  return answer
}

const lastOf = (operation: Operation) => pathParameters(operation).at(-1)?.name ?? 'id'

/** A project without any content, which has the name of that of the fixture, in another group of the same members. */
async function createNamesake(t: TestContext): Promise<string> {
  const { project, owner, member } = await t.shared(createFixture)
  const group = await t.group({
    visibility: 'private',
    members: [
      [owner, 'owner'],
      [member, 'developer'],
    ],
  })
  const { body } = await t.admin.call('createProject', {
    name: project.name,
    path: project.path,
    namespace_id: group.id,
    visibility_level: visibilityLevels.private,
  })
  const id = idOf(body, 'createProject')
  // What somebody sees may be worked out in the background.
  await t.eventually(
    () => owner.attempt('getProject', { id }),
    ({ status }) => status === 200,
  )
  return `${group.path}/${project.path}`
}

/** What is of a person, not of a project: the namesake has the same people. */
const isOfPeople = ({ resource, id }: Operation) =>
  resource === 'Members' || resource === 'Notification settings' || id === 'listProjectUsers'

/** Only of reads that name nothing but the project: `belonging.ts` asks for records of another one. */
async function checkNamesake(
  t: TestContext,
  operation: Operation,
  caller: Caller,
  usual: OperationResponse,
): Promise<void> {
  const expected = identities(usual)
  if (isOfPeople(operation) || lastOf(operation) !== 'id' || expected.length === 0) return
  const path = await t.shared(createNamesake)
  const parameters = {
    ...validParameters(operation, await t.shared(createFixture), t.name),
    id: path,
  }
  const answer = await caller.attempt(operation.id, parameters)
  const rule = 'A path names the project of that namespace, and no other project of that name.'
  const received = answer.status === 200 ? identities(answer) : []
  t.expect(answer, 'id:path', rule).excludes(received, expected)
}

const identities = ({ body }: OperationResponse): readonly string[] =>
  [body]
    .flat()
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => JSON.stringify(identityOf(item)))

function pathOf(operation: Operation, fixture: Fixture, given: unknown): string | undefined {
  const [place] = pathParameters(operation)
  const isPathTaken = place?.name === 'id' && [place.schema.type].flat().includes('string')
  if (!isPathTaken) return undefined
  const { group, project, publicProject } = fixture
  const found = [project, publicProject].find((one) => one.id === given)
  if (place.record === 'project') return found?.fullPath
  return place.record === 'group' && group.id === given ? group.path : undefined
}
