import { secretsOfUsers } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { search } from '../story/search.ts'
import { story } from '../story/story.ts'
import { accessLevels } from '../story/test-context.ts'

/** Projects: their namespace on creation, and the lists that contain them. */
export const projectLists = story('the lists of projects', { about: ['Projects'] }, async (t) => {
  const [owner, member, outsider] = await Promise.all([t.user(), t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
  const project = await t.project({ group, members: [[member, 'reporter']] })
  const asked = { search: project.name, per_page: 100 }
  const ids = (body: readonly { readonly id?: number }[] | undefined) => body?.map(({ id }) => id)

  await t.chapter('of members', async () => {
    for (const [who, caller, isListed] of [
      ['A member', member, true],
      ['An owner of its group', owner, true],
      ['Somebody else', outsider, false],
    ] as const) {
      const expected = isListed ? [project.id] : []
      const answer = await search(t, caller, 'listProjects', asked, expected)
      const rule = `${who} ${isListed ? 'finds' : 'does not find'} a private project among theirs.`
      t.expect(answer, 'content', rule).equal(ids(answer.body), expected)
    }
  })

  await t.chapter('of owners', async () => {
    // Whether the owners of a group own its projects, too, is not stated.
    const path = t.name('project')
    const visibility_level = t.instance.allowedLevels[0] ?? 0
    const { body } = await owner.call('createProject', { name: path, path, visibility_level })
    const own = body?.id ?? 0
    const added = { user_id: member.id, access_level: accessLevels.reporter }
    await owner.call('addProjectMember', { id: own, ...added })
    for (const [who, caller, text, expected] of [
      ['The owner of a project finds it', owner, path, [own]],
      ['A member does not find a project', member, path, []],
      ['A member does not find a project', member, project.name, []],
    ] as const) {
      const parameters = { search: text, per_page: 100 }
      const answer = await search(t, caller, 'listOwnedProjects', parameters, expected)
      const rule = `${who} among those they own.`
      t.expect(answer, 'content', rule).equal(ids(answer.body), expected)
    }
  })

  await t.chapter('of all', async () => {
    const answer = await search(t, t.admin, 'listAllProjects', asked, [project.id])
    t.expect(answer, 'content', 'Administrators find every project.').equal(ids(answer.body), [
      project.id,
    ])
  })

  await t.chapter('its users', async () => {
    const answer = await owner.call('listProjectUsers', { id: project.id, per_page: 100 })
    const rule = 'The users of a project are its members, and no others.'
    const expectation = t.expect(answer, 'content', rule)
    expectation.includes(ids(answer.body), [member.id])
    const shown = (answer.body ?? []).flatMap((user) => Object.keys(user))
    const secret = 'Only administrators are shown what is for administrators.'
    t.expect(answer, 'secret:fields', secret).equal(
      secretsOfUsers.filter((name) => shown.includes(name)),
      [],
    )
    expectation.excludes(ids(answer.body), [outsider.id])
  })

  await t.chapter('a path that is taken', async () => {
    const list = () => owner.call('listGroupProjects', { id: group.id, per_page: 100 })
    const { body: before } = await list()
    for (const name of [project.name, t.name('name')]) {
      await t.refused(
        owner,
        'createProject',
        { name, path: project.path, namespace_id: group.id },
        [400, 409],
        'unique:path',
        'A path that is taken in its namespace is refused.',
      )
    }
    const answer = await list()
    const rule = 'A refused creation creates nothing.'
    t.expect(answer, 'unique:path', rule).sameMembers(ids(answer.body), ids(before) ?? [])
  })

  await t.chapter('its counts', async () => {
    // A server may count in the background.
    const read = (count: number) =>
      t.eventually(
        () => owner.call('getProject', { id: project.id }),
        ({ body }) => body?.open_issues_count === count,
      )
    const start = await owner.call('getProject', { id: project.id })
    // A server may create issues in new projects.
    const own = start.body?.open_issues_count ?? 0
    const before = await read(own)
    const { body: issue } = await owner.call('createIssue', { id: project.id, title: 'Counted' })
    const after = await read(own + 1)
    await owner.call('updateIssue', {
      id: project.id,
      issue_id: issue?.id ?? 0,
      state_event: 'close',
    })
    const closed = await read(own)
    const { body: deleted } = await owner.call('createIssue', { id: project.id, title: 'Deleted' })
    await read(own + 1)
    const deletion = { id: project.id, issue_id: deleted?.id ?? 0 }
    await t.admin.call('deleteIssue', deletion)
    const less = await read(own)
    const gone = 'open_issues_count counts no deleted issue.'
    t.expect(less, 'schema:values', gone).equal(less.body?.open_issues_count, own)
    t.expect(after, 'schema:values', 'open_issues_count counts the open issues.').equal(
      [before, after, closed].map(({ body }) => body?.open_issues_count),
      [own, own + 1, own],
    )
  })
})

/** `projects_limit` limits the number of personal projects of a user. */
export const projectsLimit = story(
  'the limit of projects',
  { about: ['Projects', 'Users'] },
  async (t) => {
    const jane = await t.user()
    const limited = await t.admin.call('updateUser', { id: jane.id, projects_limit: 0 })
    const rule = 'Who has as many projects as projects_limit says creates no further one.'
    const named = () => {
      const path = t.name('project')
      return { name: path, path, visibility_level: 0 } as const
    }
    const expectRefusal = async (caller: Caller) => {
      const refused = await caller.attempt('createProject', named())
      t.expect(refused, 'limit:projects_limit', rule).holds(
        refused.status >= 400 && refused.status < 500,
        'a refusal',
        refused.status,
      )
    }
    await expectRefusal(jane)
    const { body } = await jane.call('listOwnedProjects')
    t.expect(limited, 'consequence:projects_limit', rule).equal(body?.length, 0)

    await t.chapter('a limit that is reached', async () => {
      await t.admin.call('updateUser', { id: jane.id, projects_limit: 1 })
      await jane.call('createProject', named())
      await expectRefusal(jane)
      await t.admin.call('updateUser', { id: jane.id, projects_limit: 2 })
      await jane.call('createProject', named())
      await expectRefusal(jane)
    })

    await t.chapter('a project that an administrator made', async () => {
      const bob = await t.user()
      await t.admin.call('updateUser', { id: bob.id, projects_limit: 1 })
      await t.admin.call('createProjectForUser', { user_id: bob.id, ...named() })
      await expectRefusal(bob)
    })
  },
)
