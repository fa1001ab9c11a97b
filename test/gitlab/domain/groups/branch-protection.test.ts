import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
}

/** Specification of v4, people-groups-projects.md, section 4: `default_branch_protection_defaults`. */
describeV4('the protection of first branches', { seed }, (api) => {
  const jane = api.as('jane')

  async function projectIn(attributes: object): Promise<number> {
    const group = await jane.post('/groups', { name: 'a', path: 'a', ...attributes })
    expect(group.status).toBe(201)
    const project = await jane.post('/projects', { name: 'p', namespace_id: group.body.id })
    return project.body.id
  }
  const pushTo = (id: number) =>
    jane.post(`/projects/${id}/repository/files/a.txt`, {
      branch: 'main',
      content: 'a',
      commit_message: 'Begin',
    })
  const protectionOf = async (id: number) =>
    (await jane.get(`/projects/${id}/protected_branches`)).body.map(
      (one: {
        push_access_levels: { access_level: number }[]
        merge_access_levels: { access_level: number }[]
        allow_force_push: boolean
      }) => [
        one.push_access_levels[0]?.access_level,
        one.merge_access_levels[0]?.access_level,
        one.allow_force_push,
      ],
    )

  it.each([
    [0, []],
    [1, [[30, 40, false]]],
    [2, [[40, 40, false]]],
    [3, [[40, 30, false]]],
    [4, [[40, 40, false]]],
  ])('follows the level %s of a group', async (default_branch_protection, expected) => {
    const id = await projectIn({ default_branch_protection })
    expect((await pushTo(id)).status).toBe(201)
    expect(await protectionOf(id)).toEqual(expected)
  })

  it('follows what a group says in full', async () => {
    const id = await projectIn({
      default_branch_protection_defaults: {
        allowed_to_push: [{ access_level: 40 }],
        allowed_to_merge: [{ access_level: 30 }],
        allow_force_push: true,
      },
    })
    await pushTo(id)
    expect(await protectionOf(id)).toEqual([[40, 30, true]])
  })

  it('follows the instance for others', async () => {
    await api.as('root').put('/application/settings', {
      default_branch_protection_defaults: {
        allowed_to_push: [{ access_level: 30 }],
        allowed_to_merge: [{ access_level: 30 }],
        allow_force_push: false,
      },
    })
    const { body } = await jane.post('/projects', { name: 'mine' })
    await pushTo(body.id)
    expect(await protectionOf(body.id)).toEqual([[30, 30, false]])
  })
})
