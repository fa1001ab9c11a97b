import type { Contract } from '../../contract/contract.ts'
import { loadContract } from '../../contract/contract.ts'
import type { OperationResponse } from '../../story/operation-response.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'

/** The fields of a user that administrators alone are shown, of others than themselves. */
const secrets = ['email', 'identities', 'two_factor_enabled', 'projects_limit', 'private_token']

/** `listUsers`, `getUser`, `getCurrentUser`: who is shown which form of a user. */
export const formsOfUsers = story('the forms of a user', { about: ['Users'] }, async (t) => {
  const [jane, bob] = await Promise.all([t.user(), t.user()])
  const contract = await loadContract()

  await t.chapter('for administrators', async () => {
    const one = await t.admin.call('getUser', { id: jane.id })
    expectForm(t, contract, one, 'UserFull')
    const list = await t.admin.call('listUsers', { username: jane.username })
    expectForm(t, contract, list, 'UserFull')
  })

  await t.chapter('of oneself', async () => {
    expectForm(t, contract, await jane.call('getCurrentUser'), 'UserFull')
    const as = t.caller('the administrator, as that user', { sudo: jane.id })
    expectForm(t, contract, await as.call('getCurrentUser'), 'UserWithToken')
  })

  await t.chapter('for others', async () => {
    const one = await bob.call('getUser', { id: jane.id })
    expectForm(t, contract, one, 'User')
    const list = await bob.call('listUsers', { username: jane.username })
    for (const answer of [one, list]) {
      const [user] = [answer.body].flat()
      const shown = secrets.filter((name) => user && name in user)
      const rule = 'Only administrators are shown what is for administrators.'
      t.expect(answer, 'secret:fields', rule).equal(shown, [])
    }
  })
})

function expectForm(
  t: TestContext,
  contract: Contract,
  answer: OperationResponse,
  form: string,
): void {
  const problem = contract.checkForm(form, answer.body)
  const rule = `The answer has every field of the form ${form}, of its type.`
  t.expect(answer, 'schema:form', rule).holds(problem === undefined, form, problem)
}
