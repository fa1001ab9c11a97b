import { idOf } from '../../fixture/values.ts'
import { at, itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { lookup, shownBy } from '../shown-by.ts'
import { createAndRead, removeAndRead, writeAndRead } from './write-and-read.ts'

/** `createGroup`, `updateGroup`, `deleteGroup`, `transferProjectToGroup`. */
export const groups = story('read-back: Groups', { about: ['Groups'] }, async (t) => {
  // Only administrators can use restricted levels.
  const isRestricted = !t.instance.allowedLevels.includes(0)
  const person = isRestricted ? t.admin : await t.user()
  const withPath = (caller: TestContext['admin'], id: number, path: string) => [
    ...shownBy.group(caller, id),
    lookup(caller, 'getGroup', { id: path }),
  ]
  const created = group(t, 0, true)
  const { id } = await createAndRead(t, {
    caller: person,
    operation: 'createGroup',
    sent: created,
    readers: (one) => withPath(person, one, created.path),
  })

  await t.chapter('changing', async () => {
    const changed = group(t, 0, false)
    await writeAndRead(t, {
      caller: person,
      operation: 'updateGroup',
      path: { id },
      sent: changed,
      readers: withPath(person, id, changed.path),
    })
  })

  await t.chapter('lfs_enabled', async () => {
    for (const lfs_enabled of [false, true]) {
      await writeAndRead(t, {
        caller: person,
        operation: 'updateGroup',
        path: { id },
        sent: { lfs_enabled },
        shown: { lfs_enabled: ['lfs_enabled', lfs_enabled] },
        // Only lists show it.
        readers: shownBy.group(person, id).filter(({ find }) => find),
      })
    }
  })

  await t.chapter('visibility', async () => {
    for (const visibility_level of [10, 20] as const) {
      const { visibility_level: _, ...others } = group(t, 0, true)
      const made = await createAndRead(t, {
        caller: t.admin,
        operation: 'createGroup',
        path: others,
        sent: { visibility_level },
        readers: (one) => [lookup(t.admin, 'getGroup', { id: one })],
      })
      await writeAndRead(t, {
        caller: t.admin,
        operation: 'updateGroup',
        path: { id: made.id },
        sent: { visibility_level: 30 - visibility_level },
        readers: [lookup(t.admin, 'getGroup', { id: made.id })],
      })
    }
  })

  await t.chapter('moving a project in', async () => {
    const project = await t.project()
    const moved = await t.admin.call('transferProjectToGroup', { id, project_id: project.id })
    const { body } = await t.admin.call('getProject', { id: project.id })
    const rule = 'The project is in the namespace of the group.'
    t.expect(moved, 'consequence:namespace', rule).equal(body?.namespace?.id, id)
  })

  await t.chapter('deleting', () =>
    removeAndRead(t, {
      caller: person,
      operation: 'deleteGroup',
      path: { id },
      readers: shownBy.group(person, id),
    }),
  )
})

function group(t: TestContext, visibility_level: 0 | 10 | 20, flag: boolean) {
  const path = t.name('group')
  return {
    name: `Name of ${path}`,
    path,
    description: `About ${path}`,
    visibility_level,
    lfs_enabled: !flag,
    request_access_enabled: flag,
  }
}

/** `createProject`, `createProjectForUser`. */
export const projects = story('read-back: Projects', { about: ['Projects'] }, async (t) => {
  const owner = await t.user()
  const { id: namespace_id } = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
  const create = (
    caller: TestContext['admin'],
    operation: 'createProject' | 'createProjectForUser',
    sent: ReturnType<typeof placed> & Readonly<Record<string, unknown>>,
    path = {},
  ) =>
    createAndRead(t, {
      caller,
      operation,
      path,
      sent,
      readers: (id) => shownBy.project(t.admin, t.admin, id, sent.path),
    })
  for (const flag of [true, false]) {
    await t.chapter(`every attribute ${flag ? 'on' : 'off'}`, async () => {
      // Only administrators can use restricted levels.
      const caller = t.instance.allowedLevels.includes(0) ? owner : t.admin
      await create(caller, 'createProject', { ...named(t), ...switches(flag), namespace_id })
    })
  }
  for (const visibility_level of [0, 10, 20] as const) {
    await t.chapter(`visibility ${visibility_level}`, async () => {
      // An administrator can use levels that are restricted for others.
      await create(t.admin, 'createProject', { ...named(t), visibility_level, namespace_id })
    })
  }
  await t.chapter('public', async () => {
    const sent = { ...named(t), public: true, namespace_id }
    const { id } = await create(t.admin, 'createProject', sent)
    const { body } = await t.admin.call('getProject', { id })
    const rule = 'public true equals visibility_level 20.'
    t.expect({ operation: 'createProject' }, 'read-back:public', rule).equal(
      body?.visibility_level,
      20,
    )
  })
  await t.chapter('a path that is taken', async () => {
    const sent = { ...named(t), visibility_level: 0, namespace_id } as const
    await t.admin.call('createProject', sent)
    const again = await t.admin.attempt('createProject', sent)
    const rule = 'What failed validation is refused with an object of its properties: 400.'
    const expectation = t.expect(again, 'unique:path', rule)
    // A taken path is a conflict, too: 409 (document 1, Errors), whose body is not stated.
    if (!expectation.status([400, 409]) || again.status === 409) return
    const message = at(again.body, 'message')
    const isObject = typeof message === 'object' && message !== null
    expectation.holds(isObject, '{ "message": { "path": [...] } }', again.body)
  })
  await t.chapter('defaults', () => checkDefaults(t, owner))
  await t.chapter('for another user', async () => {
    const path = { user_id: owner.id }
    // Which further parameters the operation takes is not stated.
    const inGroup = { ...placed(t), namespace_id, default_branch: 'main' }
    await create(t.admin, 'createProjectForUser', inGroup, path)
    const own = placed(t)
    const search = { search: own.path }
    const { id } = await create(t.admin, 'createProjectForUser', own, path)
    for (const list of ['listProjects', 'listOwnedProjects', 'listVisibleProjects'] as const) {
      // What somebody sees may be worked out in the background.
      const answer = await t.eventually(
        () => owner.call(list, search),
        (one) => itemWith('id', id)(one.body) !== undefined,
      )
      const rule = 'Whoever a project was made for owns it, and is a member of it.'
      const listed = answer.body?.map((project) => project.id)
      t.expect(answer, 'content', rule).includes(listed, [id])
    }
    const theirs = await t.admin.call('listProjects', { per_page: 100 })
    t.expect(theirs, 'content', 'What was made for a user is not among one’s own.').excludes(
      theirs.body?.map((project) => project.id),
      [id],
    )
    const { body } = await t.admin.call('getProject', { id })
    const rule = 'The project is owned by the given user.'
    t.expect({ operation: 'createProjectForUser' }, 'consequence:owner', rule).equal(
      body?.owner?.id,
      owner.id,
    )
    await checkTransferred(t, id, namespace_id)
  })
  t.notTested('createProject', 'read-back:lfs_enabled', 'no operation shows it')
  const fetches = 'no operation shows it, and it makes the server fetch'
  t.notTested('createProject', 'read-back:import_url', fetches)
  const empty = 'an empty repository may have none'
  t.notTested('createProjectForUser', 'read-back:default_branch', empty)
})

/** Checks that a user's project that moves to a group is no user's any more. */
async function checkTransferred(t: TestContext, id: number, group: number): Promise<void> {
  const moved = await t.admin.call('transferProjectToGroup', { id: group, project_id: id })
  const shown = await t.admin.call('getProject', { id })
  const exchanges = [moved.exchange, shown.exchange]
  const subject = { operation: 'transferProjectToGroup', exchanges } as const
  const rule = 'A project has an owner where it is a user’s, and none in a group.'
  t.expect(subject, 'consequence:owner', rule).equal(shown.body?.owner ?? null, null)
}

function placed(t: TestContext) {
  const path = t.name('project')
  return { name: `Name of ${path}`, path }
}

function named(t: TestContext) {
  const place = placed(t)
  return { ...place, description: `About ${place.path}` }
}

function switches(flag: boolean) {
  return {
    issues_enabled: flag,
    merge_requests_enabled: !flag,
    builds_enabled: flag,
    wiki_enabled: !flag,
    snippets_enabled: flag,
    container_registry_enabled: !flag,
    shared_runners_enabled: flag,
    public_builds: !flag,
    only_allow_merge_if_build_succeeds: flag,
    only_allow_merge_if_all_discussions_are_resolved: !flag,
    request_access_enabled: flag,
    visibility_level: 0,
  }
}

async function checkDefaults(t: TestContext, owner: Person) {
  if (t.instance.allowedLevels.length < 3) {
    const reason = 'levels are restricted on this server, maybe the default one'
    return t.notTested('createProject', 'default:path', reason)
  }
  const name = t.name('plain')
  const { body, exchange } = await owner.call('createProject', { name })
  const shown = await owner.call('getProject', { id: idOf(body, 'createProject') })
  const subject = { operation: 'createProject', exchanges: [exchange, shown.exchange] } as const
  const path = 'The path is generated from the name where it is left out.'
  // How is not stated: what stands between the words, and around them, is the server's own.
  const wordsOf = (text = '') => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const isGenerated = wordsOf(shown.body?.path).includes(wordsOf(name))
  t.expect(subject, 'default:path', path).holds(isGenerated, `a path of ${name}`, shown.body?.path)
  const namespace = 'The namespace is the caller’s where it is left out.'
  t.expect(subject, 'default:namespace_id', namespace).equal(
    shown.body?.namespace?.path,
    owner.username,
  )
  const owned = 'The project is owned by the caller.'
  t.expect(subject, 'consequence:owner', owned).equal(shown.body?.owner?.id, owner.id)
}

/** Memberships of groups and projects. */
export const members = story('read-back: Members', { about: ['Members'] }, async (t) => {
  const person = await t.user()
  const [group, project] = await Promise.all([t.group(), t.project()])
  for (const [kind, id] of [
    ['Group', group.id],
    ['Project', project.id],
  ] as const) {
    await t.chapter(`of a ${kind.toLowerCase()}`, () => checkMembers(t, kind, id, person))
  }
})

async function checkMembers(t: TestContext, kind: 'Group' | 'Project', id: number, person: Person) {
  const path = { id, user_id: person.id }
  const readers = shownBy.member(t.admin, kind, id, person.id)
  const highest = kind === 'Group' ? 50 : 40
  for (const [operation, access_level, day] of [
    [`add${kind}Member`, 20, 30],
    [`update${kind}Member`, 30, 60],
    [`update${kind}Member`, highest, 45],
    [`remove${kind}Member`, undefined, 0],
    [`add${kind}Member`, highest, 50],
  ] as const) {
    if (access_level === undefined) {
      await t.admin.perform(operation, path)
      continue
    }
    const expires_at = t.instance.day(day)
    await writeAndRead(t, {
      caller: t.admin,
      operation,
      path: { id },
      sent: { user_id: person.id, access_level, expires_at },
      readers,
    })
    // The expiry date is only specified for the single member.
    const { body } = await t.admin.call(`get${kind}Member`, path)
    const rule = 'The expires_at that was sent is the one that is read back.'
    t.expect({ operation }, 'read-back:expires_at', rule).equal(body?.expires_at, expires_at)
  }
  await removeAndRead(t, {
    caller: t.admin,
    operation: `remove${kind}Member`,
    path,
    readers,
  })
}
