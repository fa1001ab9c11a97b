import { type Operation, pathParameters } from '../contract/operation.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { entitledCaller, validParameters } from '../fixture/requests.ts'
import { at } from '../story/bodies.ts'
import { describe } from '../story/check-response.ts'
import { checkEvery } from './check.ts'

/** Every read below a project or a group that accepts its path as the id: the response is the same. */
export const pathIds = checkEvery('paths as ids', async (t, operation, fixture) => {
  const { id, method, hasEffect } = operation
  if (method !== 'GET' || hasEffect) return
  const parameters = validParameters(operation, fixture, t.name)
  const path = pathOf(operation, fixture, parameters.id)
  if (path === undefined) return
  const caller = entitledCaller(operation, fixture, t.admin)
  const usual = await caller.attempt(id, parameters)
  if (usual.status !== 200) return
  const answer = await caller.attempt(id, { ...parameters, id: path })
  const rule = 'What is named by its path is what is named by its id.'
  t.expect(answer, 'id:path', rule).holds(
    answer.status === 200 && at(answer.body, 'id') === at(usual.body, 'id'),
    'the same as by its id',
    describe(answer),
  )
})

function pathOf(operation: Operation, fixture: Fixture, given: unknown): string | undefined {
  const [place] = pathParameters(operation)
  const isPathTaken = place?.name === 'id' && [place.schema.type].flat().includes('string')
  if (!isPathTaken) return undefined
  const { group, project, publicProject } = fixture
  const found = [project, publicProject].find((one) => one.id === given)
  if (place.record === 'project') return found?.fullPath
  return place.record === 'group' && group.id === given ? group.path : undefined
}
