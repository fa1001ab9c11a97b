import { type Operation, pathParameters } from '../contract/operation.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { validParameters } from '../fixture/requests.ts'
import type { Project, TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

/**
 * The visibility of projects: all operations without credentials on a public project, those that need none on a project
 * that is not public, and on an internal one as a signed-in non-member.
 */
export const openness = checkEvery('openness', async (t, operation, fixture) => {
  if (!pathParameters(operation).some(({ record }) => record === 'project')) return
  await checkAnonymous(t, operation, fixture)
  if (operation.access === 'public') await checkInternal(t, operation, fixture)
})

async function checkAnonymous(t: TestContext, operation: Operation, fixture: Fixture) {
  const { id, access, hasEffect } = operation
  if (hasEffect) return
  if (access !== 'public') {
    const parameters = validParameters(operation, fixture, t.name, 'public')
    const rule = 'Without credentials it is answered with 401, also where the project is public.'
    await t.refused(t.anonymous, id, parameters, [401], 'unauthenticated', rule)
    return
  }
  const parameters = validParameters(operation, fixture, t.name)
  const rule = 'Without credentials nothing of a private project is shown.'
  await t.refused(t.anonymous, id, parameters, [401, 404], 'public', rule)
}

/** Creates an internal project once per run; undefined where only administrators can. */
async function createInternal(t: TestContext): Promise<Project | undefined> {
  return t.instance.allowedLevels.includes(10) ? t.project({ visibility: 'internal' }) : undefined
}

async function checkInternal(t: TestContext, operation: Operation, fixture: Fixture) {
  const isOfProjectAlone = operation.parameters.every(
    ({ name, required }) => !required || name === 'id',
  )
  const project = isOfProjectAlone ? await t.shared(createInternal) : undefined
  if (!project) return
  const hidden = 'Without credentials nothing of an internal project is shown.'
  await t.refused(t.anonymous, operation.id, { id: project.id }, [401, 404], 'public', hidden)
  const answer = await fixture.outsider.attempt(operation.id, { id: project.id })
  const shown = 'An internal project is open to whoever is signed in.'
  t.expect(answer, 'internal', shown).status([200])
}
