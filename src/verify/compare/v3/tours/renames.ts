import { firstOf, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { takesPath } from '../paths.ts'
import { add } from '../reads.ts'
import { addNote } from '../records.ts'
import { type Project, pathOf, people, ref, type World } from '../world.ts'
import { readEverything } from './callers.ts'
import { readsOf, searchOf } from './operations.ts'

/** What shows a user, a group or a project with its new name or place: every read of the API, before and after. */
export function renames(world: World): void {
  const { projects } = world
  const [, project = projects[0]] = projects
  if (!project) return
  const { group } = project
  completeTarget(world, project, 'developer')
  comment(world, project)
  const read = (as: string) =>
    readEverything(world, firstOf(project, 'developer'), { as, administrator: 'admin' })
  read('owner')
  const user = { id: ref('developer') }
  add(world, 'admin', 'updateUser', { ...user, name: 'Nora Renamed' })
  read('owner')
  const username = `<${world.fresh('renamed')}.name>`
  add(world, 'admin', 'updateUser', { ...user, username })
  for (const sudo of [username, '<developer.name>']) {
    for (const { id, path, access } of readsOf(world))
      if (access !== 'admin' && !path.includes('{')) add(world, 'admin', id, {}, { sudo })
  }
  read('owner')
  read('developer')
  const path = `<${world.fresh('renamed')}.name>`
  add(world, 'owner', 'updateGroup', { id: ref(group.symbol), path, name: path })
  group.path = path
  read('owner')
  readPlacesByPath(world, project)
  ownLists(world)
  addDot(world, project)
}

/** Gives a group a path with a dot, which an address may take for the end of it. */
function addDot(world: World, project: Project): void {
  const { group } = project
  const path = `<${world.fresh('renamed')}.name>.dot`
  const open = 'whether the path of a group may have a dot is not stated'
  add(world, 'owner', 'updateGroup', { id: ref(group.symbol), path }, { open })
  group.path = path
  readPlacesByPath(world, project)
}

/** Whoever is renamed writes on a record of each kind that can be written on. */
function comment(world: World, project: Project): void {
  const { issue, request, snippet } = firstOf(project, 'developer')
  const parents = { Issue: issue, MergeRequest: request, Snippet: snippet } as const
  for (const kind of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    const parent = parents[kind]
    if (parent) addNote(world, project, kind, parent, 'developer')
  }
  const commit = { id: ref(project.symbol), sha: 'master' }
  add(world, 'developer', 'createCommitComment', { ...commit, note: 'Said before the renaming' })
  add(world, 'developer', 'createCommitStatus', { ...commit, state: 'success', name: 'renaming' })
}

/** Every read of a group or a project, by the paths that they have now. */
function readPlacesByPath(world: World, project: Project): void {
  const target = firstOf(project, 'developer')
  for (const operation of readsOf(world)) {
    const parameters = validParameters(operation, target, world)
    const [, kind] = /^\/(groups|projects)\/\{id\}/.exec(operation.path) ?? []
    if (!parameters || kind === undefined || !takesPath(operation)) continue
    const id = kind === 'groups' ? project.group.path : pathOf(project)
    add(world, 'owner', operation.id, { ...parameters, id })
  }
}

/** Every list that depends on nothing but who asks, as each user sees it. */
function ownLists(world: World): void {
  for (const operation of readsOf(world)) {
    if (operation.path.includes('{') || operation.access === 'admin') continue
    for (const person of people) add(world, person, operation.id, searchOf(operation))
  }
}
