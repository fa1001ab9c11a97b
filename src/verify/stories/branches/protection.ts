import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'

/** `protectBranch`, `unprotectBranch`: the states of a branch, and who may push to it then. */
export const branchProtection = story(
  'the protection of a branch',
  { about: ['Branches'] },
  async (t) => {
    const [jane, bob, guest] = await Promise.all([t.user(), t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [bob, 'developer'],
        [guest, 'guest'],
      ],
    })
    const branch = 'stable'
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    const flags = async () => {
      const { body } = await jane.call('getBranch', { id, branch })
      return [body?.protected, body?.developers_can_push, body?.developers_can_merge]
    }

    await t.chapter('protecting', async () => {
      const on = await jane.call('protectBranch', {
        id,
        branch,
        developers_can_push: true,
        developers_can_merge: true,
      })
      t.expect(
        on,
        'transition:protect',
        'Protecting sets protected, and developers_can_push and developers_can_merge from the parameters.',
      ).equal(await flags(), [true, true, true])
      await mayPush(t, bob, id, branch, true, 'developers_can_push lets developers push.')
      const again = await jane.call('protectBranch', {
        id,
        branch,
        developers_can_push: false,
        developers_can_merge: false,
      })
      t.expect(
        again,
        'transition:protect',
        'Protecting again is answered with 200 and sets the parameters that were given.',
      ).equal(await flags(), [true, false, false])
    })

    await t.chapter('pushing to it', async () => {
      await mayPush(t, bob, id, branch, false, 'Developers do not push to a protected branch.')
      await mayPush(t, jane, id, branch, true, 'Masters push to a protected branch.')
    })

    await t.chapter('unprotecting', async () => {
      await jane.call('protectBranch', { id, branch, developers_can_push: true })
      const off = await jane.call('unprotectBranch', { id, branch })
      t.expect(
        off,
        'transition:unprotect',
        'Unprotecting clears protected, developers_can_push and developers_can_merge.',
      ).equal(await flags(), [false, false, false])
      const again = await jane.call('unprotectBranch', { id, branch })
      t.expect(
        again,
        'transition:unprotect',
        'Unprotecting what is not protected is answered with 200.',
      ).equal(again.body?.protected, false)
      await mayPush(t, bob, id, branch, true, 'Developers push to a branch that is not protected.')
      await mayPush(t, guest, id, branch, false, 'Guests do not push.')
    })
  },
)

/** `default_branch_protection` of the application settings: 0, 1 and 2. */
export const defaultBranchProtection = story(
  'the protection of a new default branch',
  { about: ['Branches', 'Application settings'], isExclusive: true },
  async (t) => {
    const bob = await t.user()
    for (const [setting, isProtected, mayBobPush] of levels) {
      await t.chapter(`default_branch_protection ${setting}`, async () => {
        const set = await t.admin.call('updateApplicationSettings', {
          default_branch_protection: setting,
        })
        const { id } = await t.project({ members: [[bob, 'developer']] })
        // A push, the first one too, may take effect in the background.
        const { body } = await t.eventually(
          () => t.admin.call('getBranch', { id, branch: 'master' }),
          (branch) => branch.body?.protected === isProtected,
        )
        const rule = `With default_branch_protection ${setting} a new default branch is ${isProtected ? 'protected' : 'not protected'}, and developers ${mayBobPush ? 'push' : 'do not push'} to it.`
        const pushed = await push(t, bob, id, 'master')
        t.expect(set, 'consequence:default_branch_protection', rule).equal(
          [body?.protected, pushed.status === 201],
          [isProtected, mayBobPush],
        )
      })
    }
  },
)

const levels = [
  [0, false, true],
  [1, true, true],
  [2, true, false],
] as const

async function push(t: TestContext, person: Person, id: number, branch: string) {
  return person.attempt('createFile', {
    id,
    file_path: `${t.name('file')}.txt`,
    branch_name: branch,
    content: 'pushed\n',
    commit_message: 'Push',
  })
}

async function mayPush(
  t: TestContext,
  person: Person,
  id: number,
  branch: string,
  isAllowed: boolean,
  rule: string,
): Promise<void> {
  const answer = await push(t, person, id, branch)
  t.expect(answer, 'permission:push', rule).status(isAllowed ? [201] : [400, 401, 403])
}
