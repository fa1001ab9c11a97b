import { aspectsOf, wrongValueOf } from '../../contract/aspects.ts'
import { givenParameters, type Operation, pathParameters } from '../../contract/operation.ts'
import type { Fixture } from '../../fixture/v4/fixture.ts'
import { entitledCaller, unknownTarget, validParameters } from '../../fixture/v4/requests.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkEvery, isWithoutTarget } from './check.ts'

/** The requirements of a request: existing targets, required parameters, valid values. */
export const parameters = checkEvery('parameters', async (t, operation, fixture) => {
  const given = givenParameters(operation)
  const aspects = aspectsOf(operation)
    .map(({ name }) => name)
    .filter((name) => /^(unknown|missing|invalid):/.test(name))
  if (isWithoutTarget(t, operation, fixture, aspects)) return
  await checkUnknown(t, operation, fixture)
  for (const { name, required } of given) {
    if (required) await checkMissing(t, operation, fixture, name)
  }
  for (const { name, schema } of given) {
    const wrong = wrongValueOf(schema)
    if (wrong !== undefined) await checkInvalid(t, operation, fixture, name, wrong)
  }
})

async function checkUnknown(t: TestContext, operation: Operation, fixture: Fixture): Promise<void> {
  const asked = aspectsOf(operation).map(({ name }) => name)
  for (const parameter of pathParameters(operation)) {
    const aspect = `unknown:${parameter.name}`
    if (!asked.includes(aspect)) continue
    const caller = entitledCaller(operation, fixture, t.admin)
    const answer = await caller.attempt(operation.id, {
      ...validParameters(operation, fixture, fixture.places, t.name),
      [parameter.name]: unknownTarget(parameter),
    })
    t.expect(answer, aspect).status([404])
  }
}

async function checkMissing(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
  name: string,
): Promise<void> {
  const valid = validParameters(operation, fixture, fixture.places, t.name)
  const { [name]: _, ...rest } = valid
  const answer = await entitledCaller(operation, fixture, t.admin).attempt(operation.id, rest)
  const expectation = t.expect(answer, `missing:${name}`)
  if (!expectation.status([400])) return
  expectation.holds(answer.text.includes(name), `an error that names ${name}`, answer.body)
}

async function checkInvalid(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
  name: string,
  wrong: unknown,
): Promise<void> {
  const valid = validParameters(operation, fixture, fixture.places, t.name)
  const caller = entitledCaller(operation, fixture, t.admin)
  const answer = await caller.attempt(operation.id, { ...valid, [name]: wrong })
  t.expect(answer, `invalid:${name}`).status([400])
}
