import { idOf } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { asSent, type Reader, type Shown, writeAndRead } from './write.ts'

/** `createProject`, `createProjectForUser`. */
export const projects = story('read-back: Projects', { about: ['Projects'] }, async (t) => {
  const owner = await t.user()
  const group = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
  for (const flag of [true, false]) {
    await t.chapter(`every attribute ${flag ? 'on' : 'off'}`, async () => {
      const attributes = { ...named(t), ...switches(flag), namespace_id: group.id }
      // Restricted levels are for administrators.
      const caller = t.instance.allowedLevels.includes(0) ? owner : t.admin
      await createAndRead(t, caller, 'createProject', attributes)
    })
  }
  for (const visibility_level of [0, 10, 20] as const) {
    await t.chapter(`visibility ${visibility_level}`, async () => {
      const parameters = { ...named(t), visibility_level, namespace_id: group.id }
      // An administrator may use levels that are restricted for others.
      await createAndRead(t, t.admin, 'createProject', parameters)
    })
  }
  await t.chapter('public', async () => {
    const parameters = { ...named(t), public: true, namespace_id: group.id }
    const { id } = await createAndRead(t, t.admin, 'createProject', parameters)
    const { body } = await t.admin.call('getProject', { id })
    const rule = 'public true equals visibility_level 20.'
    t.expect({ operation: 'createProject' }, 'read-back:public', rule).equal(
      body?.visibility_level,
      20,
    )
  })
  await t.chapter('defaults', () => checkDefaults(t, owner))
  await t.chapter('for another user', async () => {
    const parameters = { ...named(t), namespace_id: group.id, default_branch: 'main' }
    const { default_branch: _, ...shown } = parameters
    await createAndRead(
      t,
      t.admin,
      'createProjectForUser',
      { user_id: owner.id, ...parameters },
      shown,
    )
    const own = named(t)
    const { id } = await createAndRead(
      t,
      t.admin,
      'createProjectForUser',
      { user_id: owner.id, ...own },
      own,
    )
    const { body } = await t.admin.call('getProject', { id })
    const rule = 'The project is owned by the given user.'
    t.expect({ operation: 'createProjectForUser' }, 'consequence:owner', rule).equal(
      body?.owner?.id,
      owner.id,
    )
  })
  t.notTested('createProject', 'read-back:lfs_enabled', 'no operation shows it')
  t.notTested(
    'createProject',
    'read-back:import_url',
    'no operation shows it, and it makes the server fetch',
  )
  t.notTested(
    'createProjectForUser',
    'read-back:default_branch',
    'an empty repository may have none',
  )
})

function named(t: TestContext) {
  const path = t.name('project')
  return { name: `Name of ${path}`, path, description: `About ${path}` }
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

type Parameters = Readonly<Record<string, unknown>>

async function createAndRead(
  t: TestContext,
  caller: Person | TestContext['admin'],
  operation: 'createProject' | 'createProjectForUser',
  parameters: Parameters,
  shown: Parameters = parameters,
) {
  const { namespace_id, ...same } = shown
  const namespace: Record<string, Shown> =
    namespace_id === undefined ? {} : { namespace_id: ['namespace.id', namespace_id] }
  const answer = await writeAndRead(t, {
    caller,
    operation,
    parameters,
    shows: { ...asSent(same, ...Object.keys(same)), ...namespace },
    readers: ({ body }) => readers(t, idOf(body, operation), String(parameters.path)),
  })
  return { id: idOf(answer.body, operation) }
}

function readers(t: TestContext, id: number, path: string): readonly Reader[] {
  return [
    { caller: t.admin, operation: 'getProject', parameters: { id } },
    {
      caller: t.admin,
      operation: 'listAllProjects',
      parameters: { search: path },
      find: itemWith('id', id),
    },
    {
      caller: t.admin,
      operation: 'listVisibleProjects',
      parameters: { search: path },
      find: itemWith('id', id),
    },
  ]
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
  t.expect(subject, 'default:path', path).equal(shown.body?.path, name)
  const namespace = 'The namespace is the caller’s where it is left out.'
  t.expect(subject, 'default:namespace_id', namespace).equal(
    shown.body?.namespace?.path,
    owner.username,
  )
  const owned = 'The project is owned by the caller.'
  t.expect(subject, 'consequence:owner', owned).equal(shown.body?.owner?.id, owner.id)
}
