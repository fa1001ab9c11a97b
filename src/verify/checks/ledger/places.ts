import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import { search } from '../../story/search.ts'
import { type Story, story } from '../../story/story.ts'
import { accessLevels, type Person, type TestContext } from '../../story/test-context.ts'
import { lookup } from '../shown-by.ts'
import { createLedger, type Entry, type Ledger } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'
import { has, list } from './place.ts'

const byName = (field: string) => (item: unknown) => String(at(item, field))

/** Returns the sights of a user for administrators, for the user and for others. */
function sightsOfUser({ admin }: TestContext, one: Person, other: Person): readonly Sight[] {
  const { id, username } = one
  const kind = 'user'
  const brief = { kind, omits: ['email', 'projects_limit', 'bio', 'external', 'is_admin'] }
  return [
    { kind, id, reader: lookup(admin, 'getUser', { id }) },
    { kind, id, reader: lookup(one, 'getCurrentUser', {}), omits: ['external', 'is_admin'] },
    {
      kind,
      reader: list(admin, 'listUsers', { search: username }),
      holds: has('username', username),
    },
    { ...brief, reader: list(other, 'listUsers', { username }), holds: has('username', username) },
    {
      kind,
      reader: list(admin, 'listUsers', { search: username, active: true }),
      holds: (user) => user.username === username && user.state === 'active',
    },
    {
      kind,
      reader: list(admin, 'listUsers', { search: username, blocked: true }),
      holds: (user) => user.username === username && user.state === 'blocked',
    },
  ]
}

/** Users with their e-mail addresses and keys, in all reads that show them. */
const users = story(
  'ledger: Users',
  { about: ['Users', 'SSH keys', 'E-mails', 'Members', 'Issues'], isLong: true },
  async (t) => {
    const ledger = createLedger(t)
    const [one, other] = await Promise.all([t.user(), t.user()])
    const group = await t.group({
      members: [
        [other, 'owner'],
        [one, 'developer'],
      ],
    })
    const { id } = await t.project({ group, members: [[one, 'developer']] })
    const issue = await one.call('createIssue', { id, title: 'By them' })
    const key = { title: t.name('key'), key: t.instance.sshKeys.next() }
    const key_id = idOf((await one.call('createOwnSshKey', key)).body, 'createOwnSshKey')
    const issue_id = idOf(issue.body, 'createIssue')
    const kind = 'user'
    const known = { username: one.username, name: one.name, state: 'active' }
    ledger.note({ kind, id: one.id, is: { ...known, email: one.email } })
    ledger.watch(...sightsOfUser(t, one, other))
    const author = (body: unknown) => at(body, 'author')
    const holder = (body: unknown) => at(body, 'user')
    const briefly = {
      kind,
      id: one.id,
      omits: ['email', 'projects_limit', 'bio', 'external', 'is_admin'],
    }
    ledger.watch(
      { ...briefly, reader: lookup(other, 'getIssue', { id, issue_id }, author) },
      { ...briefly, reader: lookup(t.admin, 'getSshKeyWithUser', { id: key_id }, holder) },
      { ...briefly, reader: lookup(other, 'getGroupMember', { id: group.id, user_id: one.id }) },
      { ...briefly, reader: lookup(other, 'getProjectMember', { id, user_id: one.id }) },
    )
    const change = (sent: Fields, is: Fields = sent) =>
      ledger.write(t.admin, 'updateUser', { id: one.id, ...sent }, () => [
        {
          kind,
          id: one.id,
          is,
          follows: [
            'web_url',
            'confirmed_at',
            'identities',
            'can_create_project',
            'can_create_group',
          ],
        },
      ])

    await t.chapter('changes', async () => {
      await change({ name: 'Renamed Forgery' })
      await change({ bio: 'Mends roofs' })
      await change({ projects_limit: 0 })
      await change({ email: t.email('mail') })
      const email = String(ledger.of(kind, one.id).email)
      const found = await search(t, t.admin, 'listUsers', { search: email }, [one.id])
      const rule = 'A user is found by the e-mail that they have now.'
      t.expect(found, 'parameter:search', rule).includes(
        found.body?.map((user) => user.id),
        [one.id],
      )
      await change({ external: true })
      await change({ external: false })
    })

    await t.chapter('what is for administrators', async () => {
      const rule = 'Users who are no administrators are shown the brief form of others.'
      for (const filter of [{ search: one.username }, { username: one.username }]) {
        const answer = await search(t, other, 'listUsers', filter, [one.id])
        const names = Object.keys(answer.body?.find((user) => user.id === one.id) ?? {})
        const hidden = ['email', 'private_token', 'last_sign_in_at', 'projects_limit', 'identities']
        t.expect(answer, 'form', rule).excludes(names, hidden)
      }
    })

    await t.chapter('blocked', async () => {
      for (const [operation, state] of [
        ['blockUser', 'blocked'],
        ['unblockUser', 'active'],
      ] as const) {
        // The access of a blocked user is not specified.
        ledger.note({ kind, id: one.id, is: { state } })
        const answer = await t.admin.perform(operation, { id: one.id })
        if (state === 'blocked') await checkBlocked(t, one, { id, issue_id }, other)
        else await ledger.written(answer, [{ kind, id: one.id, is: { state } }])
      }
    })

    await t.chapter('addresses and keys', async () => {
      for (const [what, sent] of [
        ['Email', { email: t.email('mail') }],
        ['SshKey', { title: t.name('key'), key: t.instance.sshKeys.next() }],
      ] as const) {
        await checkBelonging(t, ledger, one, other, what, sent)
      }
    })

    await t.chapter('deleted', async () => {
      const gone = await t.user()
      const address = { user_id: gone.id, access_level: accessLevels.reporter }
      await other.call('addGroupMember', { id: group.id, ...address })
      // Whether the users of a project are those of its group, too, is not stated.
      await other.call('addProjectMember', { id, ...address })
      const member = { kind: 'member', identify: byName('id') }
      ledger.watch({ ...member, reader: list(other, 'listGroupMembers', { id: group.id }) })
      ledger.watch({ ...member, reader: list(other, 'listProjectUsers', { id }) })
      ledger.note({ kind: 'member', id: gone.id, is: { username: gone.username } })
      await ledger.write(t.admin, 'deleteUser', { id: gone.id }, () => [
        { kind: 'member', id: gone.id, is: 'gone' },
      ])
    })
  },
)

async function checkBlocked(
  t: TestContext,
  { id: user }: Person,
  address: { readonly id: number; readonly issue_id: number },
  other: Person,
): Promise<void> {
  const rule = 'A user who is blocked is shown as blocked, wherever they are shown.'
  for (const [operation, parameters, path] of [
    ['getUser', { id: user }, 'state'],
    ['getIssue', address, 'author.state'],
    ['getProjectMember', { id: address.id, user_id: user }, 'state'],
  ] as const) {
    const read = await t.eventually(
      () => other.attempt(operation, parameters),
      ({ body }) => at(body, path) === 'blocked',
    )
    // A blocked member may be missing from lists.
    if (read.status === 404) continue
    t.expect(read, 'shows:state', rule).equal(at(read.body, path), 'blocked')
  }
}

/** Checks that an e-mail address or a key is shown for its owner only, and free again after its removal. */
async function checkBelonging(
  t: TestContext,
  ledger: Ledger,
  one: Person,
  other: Person,
  what: 'Email' | 'SshKey',
  sent: Fields,
): Promise<void> {
  const idName = what === 'Email' ? 'email_id' : 'key_id'
  for (const [caller, create, remove, path] of [
    [one, `createOwn${what}`, `deleteOwn${what}`, {}],
    [t.admin, `create${what}OfUser`, `delete${what}OfUser`, { id: one.id }],
    [other, `createOwn${what}`, `deleteOwn${what}`, {}],
  ] as const) {
    const owner = caller === other ? other : one
    const kind = `${what} of ${owner.username}`
    const mine: Sight = { kind, reader: list(owner, `listOwn${what}s`, {}) }
    const theirs: Sight = { kind, reader: list(t.admin, `list${what}sOfUser`, { id: owner.id }) }
    if (caller !== t.admin) ledger.watch(mine, theirs)
    let id = 0
    await ledger.write(caller, create, { ...path, ...sent }, ({ body }) => {
      id = idOf(body, create)
      ledger.watch({ kind, id, reader: lookup(owner, `getOwn${what}`, { [idName]: id }) })
      return [{ kind, id, is: what === 'Email' ? sent : { title: sent.title } }]
    })
    if (what === 'SshKey') {
      const shown = await t.admin.call('getSshKeyWithUser', { id })
      const rule = 'A key is shown with the user whose it is.'
      t.expect(shown, 'shows:user', rule).equal(shown.body?.user?.id, owner.id)
    }
    await ledger.write(caller, remove, { ...path, [idName]: id }, () => [{ kind, id, is: 'gone' }])
  }
}

/** Groups, projects and members, in all reads that show them. */
const groups = story(
  'ledger: Groups',
  { about: ['Groups', 'Projects', 'Members', 'Notification settings'], isLong: true },
  async (t) => {
    const ledger = createLedger(t)
    const [owner, member] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ members: [[owner, 'owner']] })
    const elsewhere = await t.group({ members: [[owner, 'owner']] })
    const project = await t.project({ group })
    const { id } = project
    const kind = 'project'
    const inGroup = (path: string): Fields => ({
      path_with_namespace: `${path}/${project.path}`,
      'namespace.path': path,
    })
    const search = { search: project.path }
    ledger.note({ kind, id, is: { path: project.path, ...inGroup(group.path), group: group.id } })
    const omits = ['group']
    const ofGroup = (one: number): readonly Sight[] => [
      {
        kind,
        omits,
        reader: list(owner, 'listGroupProjects', { id: one }),
        holds: has('group', one),
      },
      {
        kind,
        omits,
        reader: lookup(owner, 'getGroup', { id: one }, (body) => at(body, 'projects')),
        holds: has('group', one),
      },
    ]
    const whole: Sight = { kind, omits, id, reader: lookup(owner, 'getProject', { id }) }
    ledger.watch(
      whole,
      { ...whole, reader: lookup(t.admin, 'getProject', { id }) },
      { kind, omits, reader: list(owner, 'listProjects', search) },
      ...(await sightsAmongOwned(owner, id, { kind, omits, search })),
      { kind, omits, reader: list(t.admin, 'listAllProjects', search) },
      ...[group.id, elsewhere.id].flatMap(ofGroup),
    )
    const addresses = [
      'name_with_namespace',
      'namespace',
      'web_url',
      'http_url_to_repo',
      'ssh_url_to_repo',
    ]
    const moved = (path: string, where: number): Entry => ({
      kind,
      id,
      is: { ...inGroup(path), group: where },
      follows: addresses,
    })
    const checkAddresses = async (path: string) => {
      const shown = await owner.call('getProject', { id })
      const rule = 'The addresses of a project name where it is.'
      const { web_url, http_url_to_repo: clone, ssh_url_to_repo: ssh } = shown.body ?? {}
      const isThere = [web_url, clone, ssh].every((url) => url?.includes(`${path}/${project.path}`))
      t.expect(shown, 'shows:addresses', rule).holds(isThere, `${path}/${project.path}`, [
        web_url,
        clone,
        ssh,
      ])
      const found = await owner.attempt('getProject', { id: `${path}/${project.path}` })
      t.expect(found, 'parameter:id', 'A project is found by its path.').equal(
        at(found.body, 'id'),
        id,
      )
    }

    await t.chapter('a group with another path', async () => {
      const path = t.name('group')
      await ledger.write(owner, 'updateGroup', { id: group.id, path }, () => [
        moved(path, group.id),
      ])
      await checkAddresses(path)
    })

    await t.chapter('a project moved by its path', async () => {
      const { path_with_namespace: project_id } = ledger.of(kind, id)
      const sent = { id: elsewhere.path, project_id }
      await ledger.write(t.admin, 'transferProjectToGroup', sent, () => [
        moved(elsewhere.path, elsewhere.id),
      ])
      await checkAddresses(elsewhere.path)
    })

    await t.chapter('projects as forms', async () => {
      const path = `${t.name('project')}.v1`
      const isOpen = t.instance.allowedLevels.includes(20)
      const visibility = isOpen ? 'public' : 'private'
      const place = await t.group({ visibility, members: [[owner, 'owner']] })
      const sent = { name: path, path, namespace_id: place.id }
      const level = isOpen ? { public: true } : { visibility_level: 0 as const }
      const made = await t.admin.call('createProject', { ...sent, ...level }, { body: 'form' })
      const shown = await owner.call('getProject', { id: `${place.path}/${path}` })
      const rule = 'A project is found by its path; public true is visibility_level 20.'
      const { exchange } = made
      const subject = { operation: 'createProject', exchanges: [exchange, shown.exchange] } as const
      const { id: found, visibility_level } = shown.body ?? {}
      const expected = [made.body?.id, isOpen ? 20 : 0]
      t.expect(subject, 'place:form', rule).equal([found, visibility_level], expected)
      t.expect(shown, 'parameter:id', rule).equal(found, made.body?.id)
    })

    await t.chapter('members', () => checkMembers(t, ledger, owner, member, elsewhere.id, id))
    await t.chapter('notifications', () => checkNotifications(t, owner, elsewhere.id, id))
  },
)

/** Returns the sight of a project of a group among those of its owner: whether they own it, too, is not stated. */
async function sightsAmongOwned(
  owner: Person,
  id: number,
  { kind, omits, search }: Pick<Sight, 'kind' | 'omits'> & { readonly search: { search: string } },
): Promise<readonly Sight[]> {
  const { body } = await owner.call('listOwnedProjects', search)
  const isOwned = body?.some((one) => one.id === id)
  const reader = list(owner, 'listOwnedProjects', search)
  return isOwned ? [{ kind, reader, ...(omits ? { omits } : {}) }] : []
}

/** Checks the members of a group and of its project independently. */
async function checkMembers(
  t: TestContext,
  ledger: Ledger,
  owner: Person,
  member: Person,
  group: number,
  project: number,
): Promise<void> {
  const kinds = { Group: `member of group ${group}`, Project: `member of project ${project}` }
  const ids = { Group: group, Project: project }
  for (const of of ['Group', 'Project'] as const) {
    const kind = kinds[of]
    ledger.watch({ kind, reader: list(owner, `list${of}Members`, { id: ids[of] }) })
  }
  const users = list(owner, 'listProjectUsers', { id: project })
  ledger.watch({ kind: 'team', reader: users })
  for (const of of ['Group', 'Project'] as const) {
    const [kind, path] = [kinds[of], { id: ids[of], user_id: member.id }]
    const expires_at = t.instance.day(40)
    const sent = { ...path, access_level: accessLevels.reporter, expires_at }
    await ledger.write(owner, `add${of}Member`, sent, () => {
      const reader = lookup(owner, `get${of}Member`, path)
      ledger.watch({ kind, id: member.id, reader })
      const is = { access_level: accessLevels.reporter, username: member.username }
      return [
        { kind, id: member.id, is },
        // Whether the users of a project are those of its group, too, is not stated.
        { kind: 'team', id: member.id, is: of === 'Project' ? {} : 'open' },
      ]
    })
    const again = await owner.attempt(`add${of}Member`, {
      ...path,
      access_level: accessLevels.master,
    })
    const shown = await owner.call(`get${of}Member`, path)
    const rule = 'Whoever is a member already is not added again: what conflicts changes nothing.'
    t.expect(again, 'unique:user_id', rule).holds(
      shown.body?.access_level === accessLevels.reporter,
      'nothing changed',
      [again.status, shown.body?.access_level],
    )
    if (of === 'Project') await refuseOwners(t, owner, path)
  }
  const path = { id: group, user_id: member.id }
  await ledger.write(
    owner,
    'updateGroupMember',
    { ...path, access_level: accessLevels.guest },
    () => [
      {
        kind: kinds.Group,
        id: member.id,
        is: { access_level: accessLevels.guest },
        follows: ['expires_at'],
      },
    ],
  )
  await ledger.write(owner, 'removeGroupMember', path, () => [
    { kind: kinds.Group, id: member.id, is: 'gone' },
  ])
  await ledger.write(owner, 'removeProjectMember', { ...path, id: project }, () => [
    { kind: kinds.Project, id: member.id, is: 'gone' },
    { kind: 'team', id: member.id, is: 'gone' },
  ])
  const left = await t.eventually(
    () => member.attempt('getProject', { id: project }),
    ({ status }) => status === 404,
  )
  const rule = 'Who was removed from a private project sees it no more.'
  t.expect(left, 'private-project', rule).status([404])
}

/** Checks that the level of owners is refused for projects. */
async function refuseOwners(t: TestContext, owner: Person, path: Fields): Promise<void> {
  const stranger = await t.user()
  const level = { access_level: accessLevels.owner }
  const rule = 'The level of an owner is valid for groups alone.'
  for (const [operation, sent] of [
    ['addProjectMember', { ...path, user_id: stranger.id, ...level }],
    ['updateProjectMember', { ...path, ...level }],
  ] as const) {
    await t.refused(owner, operation, sent, [400, 403, 404, 409, 422], 'invalid:access_level', rule)
  }
}

/** Checks that settings of one place do not affect those of others. */
async function checkNotifications(
  t: TestContext,
  owner: Person,
  group: number,
  project: number,
): Promise<void> {
  const places = [
    ['', {}],
    ['Group', { id: group }],
    ['Project', { id: project }],
  ] as const
  const levelOf = async (place: '' | 'Group' | 'Project', path: object) =>
    (await owner.call(`get${place}NotificationSettings`, path)).body?.level
  const levels = new Map<string, unknown>()
  for (const [place, path] of places) levels.set(place, await levelOf(place, path))
  const rule = 'The notifications of a place are its own.'
  for (const [index, [place, path]] of places.entries()) {
    const level = (['mention', 'watch', 'disabled'] as const)[index] ?? 'watch'
    const written = await owner.call(`update${place}NotificationSettings`, { ...path, level })
    levels.set(place, level)
    for (const [other, where] of places) {
      t.expect(written, 'keeps:the-others', rule).equal(
        await levelOf(other, where),
        levels.get(other),
      )
    }
  }
}

export const placeLedgers: readonly Story[] = [users, groups]
