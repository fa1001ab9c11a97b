import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { pathOf, ref, type World } from '../world.ts'
import { callersWith, ofAdministrator, pairsOfFields } from './field-pairs.ts'

/** Groups: each two fields together, at their creation and in changes of one without projects. */
export function groupPairs(world: World): void {
  const { draw, projects, levels } = world
  const [main] = projects
  if (!main) return
  const target = firstOf(main)
  const callers = callersWith('owner')
  pairsOfFields({
    world,
    operation: 'createGroup',
    callers,
    target,
    // The default is not stated.
    common: () => ({ visibility_level: levels[0] }),
    makes: 'group',
    show(made, _sent, { as }) {
      const id = ref(made)
      add(world, draw.one(['owner', 'admin', 'stranger']), 'getGroup', { id })
      add(world, as, 'listGroupMembers', { id })
      if (as !== 'admin' && draw.isLikely(0.3)) {
        add(world, as, 'listOwnedGroups', { per_page: 100 })
      }
    },
  })
  const symbol = world.fresh('group')
  const id = ref(symbol)
  let path = `<${symbol}.name>`
  add(
    world,
    'owner',
    'createGroup',
    { name: `Group ${path}`, path, visibility_level: 0 },
    { makes: symbol },
  )
  pairsOfFields({
    world,
    operation: 'updateGroup',
    callers,
    target,
    common: () => ({ id }),
    fields: { visibility_level: levels },
    show(_made, { path: changed, name }) {
      if (typeof changed === 'string') path = changed
      add(world, draw.one(['owner', 'admin', 'stranger']), 'getGroup', { id })
      if (draw.isLikely(0.3)) add(world, 'owner', 'getGroup', { id: path })
      if (draw.isLikely(0.3)) add(world, 'owner', 'listOwnedGroups', { per_page: 100 })
      if (draw.isLikely(0.3)) add(world, 'owner', 'listGroups', { search: name ?? '<word>' })
      if (draw.isLikely(0.3)) add(world, 'owner', 'getGroup', { id: ref(main.group.symbol) })
    },
  })
}

/** Projects: each two fields together, in a group and in the namespace of a user. */
export function projectPairs(world: World): void {
  const { draw, projects, levels } = world
  const [main] = projects
  if (!main) return
  const target = firstOf(main)
  const group = main.group
  const own = { namespace_id: ref(group.symbol), shared_runners_enabled: false }
  // How a path is made of a name is not specified.
  const path = () => `<${world.fresh('path')}.name>`
  const inside = levels.filter((level) => level <= group.level)
  pairsOfFields({
    world,
    operation: 'createProject',
    callers: callersWith('owner'),
    target,
    common: () => ({ ...own, path: path(), visibility_level: inside[0] }),
    fields: { visibility_level: inside },
    without: ['namespace_id', 'shared_runners_enabled', 'public'],
    makes: 'project',
    show(made, { path: last }) {
      const id = ref(made)
      add(world, draw.one(['owner', 'developer']), 'getProject', { id })
      const byPath = `${group.path}/${String(last)}`
      add(world, draw.one(['owner', 'admin', 'stranger']), 'getProject', { id: byPath })
      if (draw.isLikely(0.2)) add(world, 'owner', 'listOwnedProjects', { per_page: 100 })
      if (draw.isLikely(0.2)) add(world, 'owner', 'getProject', { id: pathOf(main) })
    },
  })
  add(world, 'owner', 'listGroupProjects', { id: ref(group.symbol), per_page: 100 })
  pairsOfFields({
    world,
    operation: 'createProjectForUser',
    callers: ofAdministrator,
    target: { ...target, person: 'developer' },
    common: () => ({ user_id: ref('developer'), path: path() }),
    without: ['default_branch'],
    makes: 'project',
    show(made) {
      add(world, draw.one(['developer', 'admin']), 'getProject', { id: ref(made) })
      if (draw.isLikely(0.2)) add(world, 'developer', 'listOwnedProjects', { per_page: 100 })
    },
  })
}

/** Members of groups and projects: each level with each end, added and changed in each way. */
export function memberPairs(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const person = 'stranger'
  for (const of of ['Group', 'Project'] as const) {
    const id = ref(of === 'Group' ? project.group.symbol : project.symbol)
    const one = { id, user_id: ref(person) }
    const path = () => (of === 'Group' ? project.group.path : pathOf(project))
    const read = (by: string) => {
      add(world, by, `get${of}Member`, one)
      if (draw.isLikely(0.4)) add(world, by, `list${of}Members`, { id })
      add(world, person, 'getProject', { id: ref(project.symbol) })
    }
    const common = {
      world,
      target,
      path,
      callers: callersWith(of === 'Group' ? 'owner' : 'master'),
      common: () => one,
      fields: { access_level: [10, 20, 30, 40] },
    }
    pairsOfFields({
      ...common,
      operation: `add${of}Member`,
      show(_made, _sent, { as }) {
        read(as)
        add(world, 'owner', `remove${of}Member`, one)
      },
    })
    add(world, 'owner', `add${of}Member`, { ...one, access_level: 10 })
    pairsOfFields({
      ...common,
      operation: `update${of}Member`,
      show: (_made, _sent, { as }) => read(as),
    })
    add(world, 'owner', `remove${of}Member`, one)
  }
}
