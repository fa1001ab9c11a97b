import { addGroup, addProject, signIn } from '../fixture.ts'
import { add, readsOfGroup, readsOfMember, readsOfProject, readsOfUser, show } from '../reads.ts'
import { accessLevels, type Move, type Person, pathOf, people, ref } from '../world.ts'

const levels = Object.values(accessLevels)

const createGroup: Move = {
  weight: 1,
  make(world) {
    if (world.groups.length > 2) return
    show(world, readsOfGroup(addGroup(world)))
  },
}

const updateGroup: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const group = draw.one(world.groups)
    const name = `<${world.fresh('group')}.name>`
    const change = draw.one([
      { description: draw.one(['For the roof', 'For everything']) },
      { request_access_enabled: draw.isLikely(0.5) },
      { name },
      { path: name },
    ])
    add(world, 'owner', 'updateGroup', { id: ref(group.symbol), ...change })
    if ('path' in change) group.path = name
    show(world, readsOfGroup(group))
    const project = world.projects.find((one) => one.group === group)
    if (project) show(world, readsOfProject(project).slice(0, 4))
  },
}

const deleteGroup: Move = {
  weight: 0.5,
  make(world) {
    const empty = world.groups.filter((group) => !world.projects.some((one) => one.group === group))
    const [group] = empty
    if (!group) return
    add(world, world.draw.one(['owner', 'admin']), 'deleteGroup', { id: ref(group.symbol) })
    world.groups.splice(world.groups.indexOf(group), 1)
    show(world, readsOfGroup(group))
    if (world.draw.isLikely(0.5)) add(world, 'owner', 'deleteGroup', { id: ref(group.symbol) })
  },
}

const createProject: Move = {
  weight: 1.5,
  make(world) {
    if (world.projects.length > 3) return
    const { draw } = world
    const group = draw.one(world.groups)
    const project = addProject(world, group, draw.one([0, group.level]))
    show(world, readsOfProject(project))
  },
}

const createProjectForUser: Move = {
  weight: 0.7,
  make(world) {
    const { draw } = world
    const person = draw.one(['developer', 'stranger'] as const)
    const symbol = world.fresh('project')
    const name = `<${symbol}.name>`
    const values = { user_id: ref(person), name, path: name }
    add(world, 'admin', 'createProjectForUser', values, { makes: symbol })
    const id = ref(symbol)
    show(world, [
      { operation: 'getProject', parameters: { id }, by: [person, 'admin'] },
      { operation: 'listOwnedProjects', parameters: {}, by: [person] },
      { operation: 'listProjects', parameters: {}, by: [person] },
      { operation: 'listProjectUsers', parameters: { id }, by: [person, 'admin'] },
      { operation: 'listAllProjects', parameters: { search: '<word>' }, by: ['admin'] },
    ])
  },
}

const transferProject: Move = {
  weight: 2,
  make(world) {
    const { draw, groups } = world
    const project = draw.one(world.projects)
    const target = groups.find((group) => group !== project.group && group.level >= project.level)
    if (!target) return
    const before = project.group
    const project_id = draw.isLikely(0.4) ? pathOf(project) : ref(project.symbol)
    const parameters = { id: draw.isLikely(0.3) ? target.path : ref(target.symbol), project_id }
    add(world, 'admin', 'transferProjectToGroup', parameters)
    project.group = target
    show(world, readsOfProject(project))
    show(world, [
      { operation: 'listGroupProjects', parameters: { id: ref(before.symbol) }, by: ['owner'] },
      { operation: 'getGroup', parameters: { id: ref(before.symbol) }, by: ['owner', 'admin'] },
      { operation: 'listIssuesOfGroup', parameters: { id: ref(before.symbol) }, by: ['owner'] },
    ])
  },
}

const groupMember: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const group = draw.one(world.groups)
    const id = ref(group.symbol)
    // The rest of the history depends on the roles of the users in the first group.
    const isFirst = group === world.groups[0]
    const person: Person = isFirst ? 'stranger' : draw.one(['developer', 'reporter', 'stranger'])
    const address = { id, user_id: ref(person) }
    if (!group.members.has(person)) {
      const access_level = draw.one(isFirst ? [10, 20] : [10, 20, 30, 40])
      const ends = draw.isLikely(0.3) ? { expires_at: '2031-05-01' } : {}
      add(world, 'owner', 'addGroupMember', { ...address, access_level, ...ends })
      group.members.set(person, access_level)
    } else if (draw.isLikely(0.5)) {
      const access_level = draw.one(isFirst ? [10, 20] : levels.slice(0, 4))
      add(world, 'owner', 'updateGroupMember', { ...address, access_level })
    } else {
      add(world, draw.one(['owner', person]), 'removeGroupMember', address)
      group.members.delete(person)
    }
    show(world, readsOfMember('Group', id, person))
    const project = world.projects.find((one) => one.group === group)
    if (project) add(world, person, 'getProject', { id: ref(project.symbol) })
  },
}

const projectMember: Move = {
  weight: 4,
  make(world) {
    const { draw } = world
    const project = draw.one(world.projects)
    const id = ref(project.symbol)
    const person: Person = 'stranger'
    const address = { id, user_id: ref(person) }
    // A server may refuse to give somebody less in a project than in its group.
    const least = project.group.members.get(person) ?? 0
    if (!project.members.has(person)) {
      const ends = draw.isLikely(0.3) ? { expires_at: '2031-05-01' } : {}
      add(world, 'owner', 'addProjectMember', {
        ...address,
        access_level: Math.max(least, draw.one([10, 20])),
        ...ends,
      })
      project.members.add(person)
    } else if (draw.isLikely(0.5)) {
      add(world, 'owner', 'updateProjectMember', {
        ...address,
        access_level: Math.max(least, draw.one([10, 20, 30])),
      })
    } else {
      add(world, draw.one(['owner', person]), 'removeProjectMember', address)
      project.members.delete(person)
    }
    show(world, readsOfMember('Project', id, person))
  },
}

const updateUser: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const person = draw.one(people)
    const change = draw.one([
      { bio: draw.one(['Mends roofs', 'Mends cellars']) },
      { location: 'The roof' },
      { skype: 'mender', twitter: '@mender' },
      { linkedin: 'mender', website_url: 'http://mender.example.com' },
      { organization: 'Menders' },
      { projects_limit: 100 + draw.below(20) },
      { name: `${draw.one(['Mona', 'Nora'])} Forgery` },
    ])
    add(world, 'admin', 'updateUser', { id: ref(person), ...change })
    show(world, readsOfUser(person))
    const other = draw.one(people)
    add(world, 'admin', 'getUser', { id: ref(other) })
  },
}

const blockUser: Move = {
  weight: 1,
  make(world) {
    const id = ref('stranger')
    add(world, 'admin', 'blockUser', { id })
    add(world, 'admin', 'getUser', { id })
    add(world, 'stranger', 'getCurrentUser')
    add(world, 'admin', 'listUsers', { search: '<word>', blocked: true })
    add(world, 'admin', 'listUsers', { search: '<word>', active: true })
    add(world, 'admin', 'unblockUser', { id })
    // Blocking may have revoked the token.
    signIn(world, 'stranger')
    show(world, readsOfUser('stranger'))
  },
}

const addEmail: Move = {
  weight: 3,
  make(world) {
    const { draw, belongings } = world
    const person = draw.one(['owner', 'developer'] as const)
    const symbol = world.fresh('email')
    const email = `<${symbol}.name>@<mail>`
    if (draw.isLikely(0.5)) {
      add(world, person, 'createOwnEmail', { email }, { makes: symbol })
    } else add(world, 'admin', 'createEmailOfUser', { id: ref(person), email }, { makes: symbol })
    belongings.push({ symbol, kind: 'email', person })
    showBelongings(world, 'email', person, symbol)
    // An address that is taken.
    if (draw.isLikely(0.3)) add(world, 'owner', 'createOwnEmail', { email })
  },
}

const addKey: Move = {
  weight: 3,
  make(world) {
    const { draw, belongings } = world
    const person = draw.one(['owner', 'developer'] as const)
    const symbol = world.fresh('key')
    const values = { title: draw.one(['At work', 'At home']), key: `<${symbol}.key>` }
    if (draw.isLikely(0.5)) add(world, person, 'createOwnSshKey', values, { makes: symbol })
    else
      add(world, 'admin', 'createSshKeyOfUser', { id: ref(person), ...values }, { makes: symbol })
    belongings.push({ symbol, kind: 'key', person })
    showBelongings(world, 'key', person, symbol)
    add(world, 'admin', 'getSshKeyWithUser', { id: ref(symbol) })
  },
}

const removeBelonging: Move = {
  weight: 2.5,
  make(world) {
    const { draw, belongings } = world
    if (belongings.length === 0) draw.one([addEmail, addKey]).make(world)
    const one = draw.one(belongings)
    belongings.splice(belongings.indexOf(one), 1)
    const what = one.kind === 'key' ? 'SshKey' : 'Email'
    const id = { [`${one.kind}_id`]: ref(one.symbol) }
    if (draw.isLikely(0.5)) {
      add(world, one.person, `deleteOwn${what}`, id)
      if (draw.isLikely(0.5)) add(world, one.person, `deleteOwn${what}`, id)
    } else add(world, 'admin', `delete${what}OfUser`, { id: ref(one.person), ...id })
    showBelongings(world, one.kind, one.person, one.symbol)
  },
}

type BelongingsOf = Parameters<typeof show>[0]

function showBelongings(
  world: BelongingsOf,
  kind: 'key' | 'email',
  person: Person,
  symbol: string,
): void {
  const what = kind === 'key' ? 'SshKey' : 'Email'
  show(world, [
    { operation: `listOwn${what}s`, parameters: {}, by: [person] },
    { operation: `list${what}sOfUser`, parameters: { id: ref(person) }, by: ['admin'] },
    {
      operation: `getOwn${what}`,
      parameters: { [`${kind}_id`]: ref(symbol) },
      by: [person, 'guest'],
    },
  ])
}

const notify: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const person = draw.one(['developer', 'reporter'] as const)
    const [of, id] = draw.one([
      ['', undefined],
      ['Group', ref(world.groups[0]?.symbol ?? '')],
      ['Project', ref(draw.one(world.projects).symbol)],
    ] as const)
    const address = id === undefined ? {} : { id }
    const level = draw.one(['participating', 'watch', 'mention', 'disabled'])
    add(world, person, `update${of}NotificationSettings`, { ...address, level })
    add(world, person, `get${of}NotificationSettings`, address)
    add(world, 'owner', `get${of}NotificationSettings`, address)
  },
}

export const placeMoves: readonly Move[] = [
  createGroup,
  updateGroup,
  deleteGroup,
  createProject,
  createProjectForUser,
  transferProject,
  groupMember,
  projectMember,
  updateUser,
  blockUser,
  addEmail,
  addKey,
  removeBelonging,
  notify,
]
