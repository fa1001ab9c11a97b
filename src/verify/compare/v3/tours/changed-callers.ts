import { type Target, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { addAccount, signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { accessLevels, type Project, ref, type World } from '../world.ts'
import { readEverything } from './callers.ts'
import { isOfPlace, writesOf } from './operations.ts'

/**
 * What a caller reads and writes of a private project after something about the caller has changed: the account was
 * blocked and is not any more, has other names, or one of two memberships ended.
 */
export function changedCallers(world: World): void {
  const [project] = world.projects
  if (!project) return
  const target = completeTarget(world, project, 'developer')
  blocked(world, target)
  renamed(world, target)
  members(world, target)
}

function blocked(world: World, target: Target): void {
  const account = addMember(world, target.project)
  const id = ref(account)
  add(world, 'admin', 'blockUser', { id })
  readEverything(world, target, { as: account })
  add(world, 'admin', 'unblockUser', { id })
  signIn(world, account)
  readEverything(world, target, { as: account })
  writeEverything(world, target, account)
}

function renamed(world: World, target: Target): void {
  const account = addMember(world, target.project)
  const name = `<${world.fresh('renamed')}.name>`
  const names = { username: name, name: 'Nora Renamed', email: `${name}@<mail>` }
  add(world, 'admin', 'updateUser', { id: ref(account), ...names })
  signIn(world, account)
  readEverything(world, target, { as: account })
  writeEverything(world, target, account)
  // At the end, since the user has to change it before anything else.
  const password = `<${world.fresh('secret')}.password>`
  add(world, 'admin', 'updateUser', { id: ref(account), password })
  add(world, 'admin', 'getUser', { id: ref(account) })
}

/** A member of a group and of a project in it, who is removed from the one, then from the other. */
function members(world: World, target: Target): void {
  const { project } = target
  const account = addMember(world, project)
  const ofGroup = { id: ref(project.group.symbol), user_id: ref(account) }
  const ofProject = { id: ref(project.symbol), user_id: ref(account) }
  const join = { access_level: accessLevels.developer }
  add(world, 'owner', 'addProjectMember', { ...ofProject, ...join })
  add(world, 'owner', 'removeProjectMember', ofProject)
  readEverything(world, target, { as: account })
  writeEverything(world, target, account)
  add(world, 'owner', 'addProjectMember', { ...ofProject, ...join })
  add(world, 'owner', 'removeGroupMember', ofGroup)
  readEverything(world, target, { as: account })
  writeEverything(world, target, account)
  add(world, 'owner', 'removeProjectMember', ofProject)
  readEverything(world, target, { as: account })
  writeEverything(world, target, account)
}

/** Creates an account that is a developer of the group of a project. */
function addMember(world: World, project: Project): string {
  const account = addAccount(world)
  const member = { id: ref(project.group.symbol), user_id: ref(account) }
  add(world, 'owner', 'addGroupMember', { ...member, access_level: accessLevels.developer })
  add(world, account, 'listProjects', { search: '<word>' })
  return account
}

/** Adds every creation and change whose level of access is stated, but those that end what later calls are about. */
function writeEverything(world: World, target: Target, as: string): void {
  for (const operation of writesOf(world)) {
    const isStated = operation.permission?.stated?.includes('levels') === true
    const isOfLaterCalls = operation.method === 'DELETE' || ends.has(operation.id)
    const parameters = validParameters(operation, target, world)
    if (!isStated || !isOfPlace(operation) || isOfLaterCalls || !parameters) continue
    add(world, as, operation.id, parameters)
  }
}

const ends: ReadonlySet<string> = new Set(['moveIssue', 'mergeMergeRequest'])
