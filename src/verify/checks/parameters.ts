import { isBeyond } from '../contract/aspect.ts'
import { aspectsOf, wrongValueOf } from '../contract/aspects.ts'
import { givenParameters, type Operation, pathParameters } from '../contract/operation.ts'
import { isIdempotentIn } from '../contract/write-aspects.ts'
import type { Fixture } from '../fixture/fixture.ts'
import {
  entitledCaller,
  type Parameters,
  unknownTarget,
  validParameters,
} from '../fixture/requests.ts'
import { idOf } from '../fixture/values.ts'
import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

/** The requirements of a request: ids of existing records, required parameters, valid values. */
export const parameters = checkEvery('parameters', async (t, operation, fixture) => {
  await checkUnknown(t, operation, fixture)
  await checkMissing(t, operation, fixture)
  await checkInvalid(t, operation, fixture)
})

async function checkUnknown(t: TestContext, operation: Operation, fixture: Fixture) {
  for (const parameter of pathParameters(operation)) {
    const aspect = aspectsOf(operation).find(({ name }) => name === `unknown:${parameter.name}`)
    if (!aspect || aspect.isLeftOpen) continue
    const caller = entitledCaller(operation, fixture, t.admin)
    const answer = await caller.attempt(operation.id, {
      ...validParameters(operation, fixture, t.name),
      [parameter.name]: unknownTarget(parameter),
    })
    const isFine = isIdempotentIn(operation, parameter.name)
    t.expect(answer, aspect.name).status(
      [isFine ? 200 : 404],
      isFine ? 'already_removed' : undefined,
    )
  }
}

async function checkMissing(t: TestContext, operation: Operation, fixture: Fixture) {
  for (const { name, required } of givenParameters(operation)) {
    if (!required) continue
    const { [name]: _, ...rest } = validParameters(operation, fixture, t.name)
    const caller = entitledCaller(operation, fixture, t.admin)
    const answer = await caller.attempt(operation.id, rest)
    const expectation = t.expect(answer, `missing:${name}`)
    if (!expectation.status([400])) continue
    const message = at(answer.body, 'message')
    expectation.holds(
      typeof message === 'string' && message.includes(name),
      `a message, a string, that names ${name}`,
      message,
    )
  }
}

async function checkInvalid(t: TestContext, operation: Operation, fixture: Fixture) {
  for (const { name, schema } of givenParameters(operation)) {
    const wrong = wrongValueOf(schema)
    if (wrong === undefined || isBeyond(operation, name)) continue
    const request: Parameters = {
      ...validParameters(operation, fixture, t.name),
      [name]: wrong,
    }
    const caller = entitledCaller(operation, fixture, t.admin)
    const answer = await caller.attempt(operation.id, request)
    t.expect(answer, `invalid:${name}`).status([400])
  }
}

/** Request bodies of the media type application/x-www-form-urlencoded. */
export const forms = story('bodies that are forms', { about: ['Issues'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'developer']] })
  const rule = 'Parameters may be sent as a form, as well as in JSON.'
  const form = { body: 'form' } as const
  const created = { title: 'A leak & a drip = 2', labels: 'roof,wet', confidential: true }
  const answer = await jane.call('createIssue', { id, ...created }, form)
  const address = { id, issue_id: idOf(answer.body, 'createIssue') }

  await t.chapter('creating', async () => {
    const { body } = await jane.call('getIssue', address)
    t.expect(answer, 'form', rule).equal(
      [body?.title, body?.labels?.toSorted().join(), body?.confidential],
      [created.title, created.labels, true],
    )
  })

  await t.chapter('changing', async () => {
    const changed = { title: 'Ein Loch – größer', description: 'a=b&c=d', confidential: false }
    const updated = await jane.call('updateIssue', { ...address, ...changed }, form)
    const { body } = await jane.call('getIssue', address)
    t.expect(updated, 'form', rule).equal(
      [body?.title, body?.description, body?.confidential],
      [changed.title, changed.description, false],
    )
  })
})
