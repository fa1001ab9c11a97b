import { firstOf } from '../calls.ts'
import { add, readsOfGroup, readsOfProject } from '../reads.ts'
import { type Group, type Project, pathOf, ref, type World } from '../world.ts'
import { eachField } from './fields.ts'
import { readByPath } from './public-projects.ts'

const readers = ['owner', 'admin', 'stranger', 'developer'] as const

/** Groups and projects: creation and changes with each of their fields. */
export function places(world: World): void {
  const { draw, projects, levels } = world
  const [main] = projects
  if (!main) return
  const target = firstOf(main)
  eachField({
    world,
    operation: 'createGroup',
    as: 'owner',
    target,
    common: () => ({}),
    makes: 'group',
    show(made, { path, visibility_level: level }) {
      // Who sees a group for which no level was given follows from a default that is not stated.
      const reader = () => (level === undefined ? 'owner' : draw.one(readers))
      add(world, reader(), 'getGroup', { id: ref(made) })
      add(world, 'owner', 'getGroup', { id: path })
      if (draw.isLikely(0.3)) add(world, 'owner', 'listOwnedGroups')
      if (draw.isLikely(0.3)) add(world, 'owner', 'listGroups', { search: path })
      if (draw.isLikely(0.4)) {
        const visibility_level = draw.one(levels)
        add(world, 'owner', 'updateGroup', { id: ref(made), visibility_level })
        add(world, reader(), 'getGroup', { id: ref(made) })
      }
      add(world, 'admin', 'deleteGroup', { id: ref(made) })
      if (draw.isLikely(0.3)) add(world, 'owner', 'getGroup', { id: ref(made) })
    },
  })
  const group = { symbol: main.group.symbol }
  eachField({
    world,
    operation: 'updateGroup',
    as: 'owner',
    target,
    common: () => ({ id: ref(group.symbol) }),
    without: ['visibility_level'],
    show(_made, { path }) {
      if (typeof path === 'string') main.group.path = path
      for (const { operation, parameters } of readsOfGroup(main.group)) {
        if (draw.isLikely(0.6)) add(world, 'owner', operation, parameters)
      }
      add(world, 'owner', 'getProject', { id: pathOf(main) })
      add(world, 'owner', 'getProject', { id: ref(main.symbol) })
    },
  })
  const inGroup = () => ({ namespace_id: ref(group.symbol), shared_runners_enabled: false })
  eachField({
    world,
    operation: 'createProject',
    as: 'owner',
    target,
    common: inGroup,
    // Whether a project may be more visible than its group is not stated.
    fields: {
      visibility_level: levels.filter((level) => level <= main.group.level),
      public: main.group.level === 20 ? [true] : [],
    },
    makes: 'project',
    without: ['namespace_id', 'shared_runners_enabled'],
    show(made, { path = `<${made}.path>`, visibility_level, public: isPublic }) {
      const id = ref(made)
      add(world, draw.one(['owner', 'admin', 'developer']), 'getProject', { id })
      const isLevelStated = (visibility_level ?? isPublic) !== undefined
      if (isLevelStated || draw.isLikely(0.3))
        add(world, isLevelStated ? draw.one(readers) : 'owner', 'getProject', { id })
      const byPath = `${main.group.path}/${String(path)}`
      add(world, 'owner', 'getProject', { id: byPath })
      if (draw.isLikely(0.2)) add(world, 'owner', 'listOwnedProjects')
      if (draw.isLikely(0.2))
        add(world, 'owner', 'listVisibleProjects', { search: '<word>', visibility: 'public' })
    },
  })
  add(world, 'owner', 'listGroupProjects', { id: ref(group.symbol), per_page: 100 })
  eachField({
    world,
    operation: 'createProjectForUser',
    as: 'admin',
    target: { ...target, person: 'developer' },
    common: () => ({ user_id: ref('developer') }),
    makes: 'project',
    show(made) {
      const id = ref(made)
      add(world, draw.one(['developer', 'admin']), 'getProject', { id })
      // It is a project of the user alone, whoever made it.
      add(world, draw.one(['developer', 'admin']), 'listOwnedProjects', { per_page: 100 })
      if (draw.isLikely(0.2)) add(world, 'developer', 'listProjects', { search: '<word>' })
    },
  })
  transfers(world, main)
}

/** Transfers a project to another group and back, identified in each way. */
function transfers(world: World, project: Project): void {
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const { level } = project.group
  const values = { name: path, path, visibility_level: level }
  add(world, 'owner', 'createGroup', values, { makes: symbol })
  const other: Group = { symbol, path, level, members: new Map() }
  world.groups.push(other)
  const [from, to] = [project.group, other]
  for (const [group, byPath] of [
    [to, true],
    [from, false],
    [to, false],
    [from, true],
  ] as const) {
    const project_id = byPath ? pathOf(project) : ref(project.symbol)
    const id = byPath ? group.path : ref(group.symbol)
    add(world, 'owner', 'transferProjectToGroup', { id, project_id })
    add(world, 'admin', 'transferProjectToGroup', { id, project_id })
    project.group = group
    for (const { operation, parameters } of readsOfProject(project)) {
      if (operation !== 'listAllProjects') add(world, 'owner', operation, parameters)
    }
    for (const one of [from, to]) {
      const search = `<${project.name}.name>`
      add(world, 'owner', 'listGroupProjects', { id: ref(one.symbol) })
      add(world, 'owner', 'listGroupProjects', { id: ref(one.symbol), search, order_by: 'name' })
      add(world, 'owner', 'listIssuesOfGroup', { id: ref(one.symbol) })
      add(world, 'owner', 'listIssuesOfGroup', { id: ref(one.symbol), state: 'opened' })
      add(world, 'owner', 'getGroup', { id: ref(one.symbol) })
    }
    add(world, 'developer', 'getProject', { id: pathOf(project) })
  }
  transferDotted(world, other)
  transferOwn(world, other)
  transferAndRemove(world)
}

/** Transfers a project from its owner to a group of another: who owns it and who has access to it changes. */
function transferOwn(world: World, to: Group): void {
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const id = ref(symbol)
  const readAll = () => {
    for (const as of ['stranger', 'owner']) {
      for (const list of ['listOwnedProjects', 'listProjects', 'listVisibleProjects'] as const)
        add(world, as, list, { search: name })
      for (const one of ['getProject', 'listProjectMembers', 'listProjectUsers'] as const)
        add(world, as, one, { id })
      add(world, as, 'listOwnedProjects')
      add(world, as, 'listOwnIssues', { per_page: 100 })
      add(world, as, 'listGroupProjects', { id: ref(to.symbol) })
      add(world, as, 'listIssuesOfGroup', { id: ref(to.symbol) })
    }
  }
  const own = { name, path: name, visibility_level: 0, shared_runners_enabled: false }
  add(world, 'stranger', 'createProject', own, { makes: symbol })
  add(world, 'stranger', 'createIssue', { id, title: 'Before the transfer' })
  readAll()
  add(world, 'admin', 'transferProjectToGroup', { id: ref(to.symbol), project_id: id })
  readAll()
}

/** Removes a group to which a project was transferred: the project goes with it. */
function transferAndRemove(world: World): void {
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const project = world.fresh('project')
  const name = `<${project}.name>`
  const own = { name, path: name, visibility_level: 0, shared_runners_enabled: false }
  const closed = { name: path, path, visibility_level: 0 }
  add(world, 'owner', 'createGroup', closed, { makes: symbol })
  add(world, 'owner', 'createProject', own, { makes: project })
  const address = { id: ref(symbol), project_id: ref(project) }
  add(world, 'admin', 'transferProjectToGroup', address)
  add(world, 'owner', 'getProject', { id: ref(project) })
  add(world, 'owner', 'deleteGroup', { id: ref(symbol) })
  for (const as of ['owner', 'admin']) add(world, as, 'getProject', { id: ref(project) })
  add(world, 'owner', 'listOwnedProjects')
}

/** Transfers a project whose path has a dot, which an address may take for the end of it, and reads it by that path. */
function transferDotted(world: World, to: Group): void {
  const symbol = world.fresh('project')
  const [name, path] = [`<${symbol}.name>`, `<${symbol}.name>.dot`]
  add(world, 'owner', 'createProject', { name, path, visibility_level: 0 }, { makes: symbol })
  const project_id = `<owner.name>/${path}`
  add(world, 'admin', 'transferProjectToGroup', { id: to.path, project_id })
  readByPath(world, `${to.path}/${path}`)
}

/** Members of groups and projects: each level is added, changed and removed, with the access that it gives. */
export function members(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const { group } = project
  const person = 'stranger'
  const [issue] = project.issues
  for (const of of ['Group', 'Project'] as const) {
    const id = ref(of === 'Group' ? group.symbol : project.symbol)
    const one = { id, user_id: ref(person) }
    const read = () => {
      add(world, draw.one(['owner', 'developer']), `list${of}Members`, { id })
      add(world, 'owner', `get${of}Member`, one)
      add(world, person, 'getProject', { id: ref(project.symbol) })
      add(world, 'owner', `list${of === 'Group' ? 'Project' : 'Group'}Members`, {
        id: ref(of === 'Group' ? project.symbol : group.symbol),
      })
      if (issue) {
        const address = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
        add(world, person, 'getIssue', address)
      }
      if (draw.isLikely(0.4)) add(world, person, 'listProjects', { search: '<word>' })
      if (draw.isLikely(0.4)) add(world, person, 'listGroups', { search: '<word>' })
      if (draw.isLikely(0.4)) add(world, 'owner', 'listProjectUsers', { id: ref(project.symbol) })
    }
    add(world, 'owner', `get${of}Member`, one)
    add(world, 'owner', `update${of}Member`, { ...one, access_level: 20 })
    add(world, 'owner', `remove${of}Member`, one)
    for (const expires_at of [undefined, '2031-05-01']) {
      const ends = expires_at === undefined ? {} : { expires_at }
      add(world, 'owner', `add${of}Member`, { ...one, access_level: 10, ...ends })
      read()
      add(world, 'owner', `add${of}Member`, { ...one, access_level: 30 })
      read()
      const last = of === 'Group' ? [50] : []
      for (const access_level of [20, 30, 40, ...last, 10]) {
        add(world, 'owner', `update${of}Member`, { ...one, access_level })
        add(world, 'owner', `get${of}Member`, one)
      }
      add(world, 'owner', `update${of}Member`, {
        ...one,
        access_level: 20,
        expires_at: '2032-05-01',
      })
      read()
      add(world, 'owner', `update${of}Member`, { ...one, access_level: 30 })
      read()
      add(world, draw.one(['owner', person]), `remove${of}Member`, one)
      read()
      add(world, 'owner', `remove${of}Member`, one)
    }
    for (const access_level of [0, 15, 60, ...(of === 'Project' ? [50] : [])]) {
      add(world, 'owner', `add${of}Member`, { ...one, access_level })
      add(world, 'owner', `list${of}Members`, { id })
    }
    add(world, 'owner', `add${of}Member`, { id, user_id: 2_147_480_000, access_level: 20 })
  }
  // A user who leaves the group keeps the membership of the project.
  const both = [
    ['Group', ref(group.symbol)],
    ['Project', ref(project.symbol)],
  ] as const
  for (const [of, id] of both) {
    add(world, 'owner', `add${of}Member`, { id, user_id: ref(person), access_level: 20 })
  }
  add(world, 'owner', 'removeGroupMember', { id: ref(group.symbol), user_id: ref(person) })
  for (const [of, id] of both) add(world, 'owner', `list${of}Members`, { id })
  add(world, person, 'getProject', { id: ref(project.symbol) })
  const address = { id: ref(project.symbol), user_id: ref(person) }
  add(world, 'owner', 'getProjectMember', address)
  const last = { access_level: 50 }
  add(world, 'owner', 'updateProjectMember', { ...address, ...last })
  add(world, 'owner', 'removeProjectMember', address)
}
