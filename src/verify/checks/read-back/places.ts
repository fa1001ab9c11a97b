import { idOf } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { removeAndRead } from './remove.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createGroup`, `updateGroup`, `deleteGroup`, `transferProjectToGroup`. */
export const groups = story('read-back: Groups', { about: ['Groups'] }, async (t) => {
  // Restricted levels are for administrators.
  const isRestricted = !t.instance.allowedLevels.includes(0)
  const person = isRestricted ? t.admin : await t.user()
  const created = group(t, 0, true)
  const answer = await writeAndRead(t, {
    caller: person,
    operation: 'createGroup',
    parameters: created,
    shows: shows(created),
    readers: ({ body }) => groupReaders(person, idOf(body, 'createGroup'), created.path),
  })
  const id = idOf(answer.body, 'createGroup')

  await t.chapter('changing', async () => {
    const changed = group(t, 0, false)
    await writeAndRead(t, {
      caller: person,
      operation: 'updateGroup',
      parameters: { id, ...changed },
      shows: shows(changed),
      readers: () => groupReaders(person, id, changed.path),
    })
  })

  await t.chapter('lfs_enabled', async () => {
    // Lists alone show it.
    const readers = [groupReaders(person, id, '')[1]].flatMap((one) => (one ? [one] : []))
    for (const lfs_enabled of [false, true]) {
      await writeAndRead(t, {
        caller: person,
        operation: 'updateGroup',
        parameters: { id, lfs_enabled },
        shows: asSent({ lfs_enabled }, 'lfs_enabled'),
        readers: () => readers,
      })
    }
  })

  await t.chapter('visibility', async () => {
    for (const visibility_level of [10, 20] as const) {
      const other = { ...group(t, 0, true), visibility_level }
      const made = await writeAndRead(t, {
        caller: t.admin,
        operation: 'createGroup',
        parameters: other,
        shows: asSent(other, 'visibility_level'),
        readers: ({ body }) =>
          groupReaders(t.admin, idOf(body, 'createGroup'), other.path).slice(0, 1),
      })
      const changed = {
        id: idOf(made.body, 'createGroup'),
        visibility_level: 30 - visibility_level,
      }
      await writeAndRead(t, {
        caller: t.admin,
        operation: 'updateGroup',
        parameters: changed,
        shows: asSent(changed, 'visibility_level'),
        readers: () => groupReaders(t.admin, changed.id, other.path).slice(0, 1),
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

  await t.chapter('deleting', async () => {
    const { body } = await person.call('getGroup', { id })
    await removeAndRead(t, {
      caller: person,
      operation: 'deleteGroup',
      parameters: { id },
      readers: groupReaders(person, id, body?.path ?? '').filter(
        ({ find }, index) => find || index === 0,
      ),
      isIdempotent: true,
    })
  })
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

function shows(parameters: ReturnType<typeof group>) {
  return asSent(parameters, ...Object.keys(parameters).filter((name) => name !== 'lfs_enabled'))
}

function groupReaders(caller: TestContext['admin'], id: number, path: string): readonly Reader[] {
  return [
    { caller, operation: 'getGroup', parameters: { id } },
    {
      caller,
      operation: 'listOwnedGroups',
      parameters: { per_page: 100 },
      find: itemWith('id', id),
    },
    { caller, operation: 'getGroup', parameters: { id: path } },
  ]
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
  const readers: readonly Reader[] = [
    { caller: t.admin, operation: `get${kind}Member`, parameters: path },
    {
      caller: t.admin,
      operation: `list${kind}Members`,
      parameters: { id },
      find: itemWith('id', person.id),
    },
  ]
  const write = async (
    operation: `add${'Group' | 'Project'}Member` | `update${'Group' | 'Project'}Member`,
    access_level: number,
    day: number,
  ) => {
    const parameters = { ...path, access_level, expires_at: t.instance.day(day) }
    await writeAndRead(t, {
      caller: t.admin,
      operation,
      parameters,
      shows: { ...asSent(parameters, 'access_level'), user_id: ['id', person.id] },
      readers: () => readers,
    })
    // The day is stated for the single lookup alone.
    const { body } = await t.admin.call(`get${kind}Member`, path)
    const rule = 'The expires_at that was sent is the one that is read back.'
    t.expect({ operation }, 'read-back:expires_at', rule).equal(
      body?.expires_at,
      parameters.expires_at,
    )
  }
  await write(`add${kind}Member`, 20, 30)
  await write(`update${kind}Member`, 30, 60)
  await removeAndRead(t, {
    caller: t.admin,
    operation: `remove${kind}Member`,
    parameters: path,
    readers,
    isIdempotent: true,
  })
}
