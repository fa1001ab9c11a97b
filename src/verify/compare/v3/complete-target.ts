import { firstOf, type Target } from './calls.ts'
import { addBuilds } from './fixture.ts'
import { add } from './reads.ts'
import { accessLevels, type Person, type Project, ref, type World } from './world.ts'

/**
 * Returns a target of which each operation finds what it is about: beside the records of a project its builds, a member
 * of its own, and the keys and the addresses of that user and of the owner. What has none is refused for this alone,
 * whatever else a call is to show.
 */
export function completeTarget(world: World, project: Project, person: Person = 'guest'): Target {
  if (project.builds.length === 0) addBuilds(world, project)
  if (!project.members.has(person)) {
    const access_level = accessLevels[person === 'stranger' ? 'guest' : person]
    const member = { id: ref(project.symbol), user_id: ref(person), access_level }
    add(world, 'owner', 'addProjectMember', member)
    project.members.add(person)
  }
  for (const holder of new Set<Person>(['owner', person])) addBelongings(world, holder)
  return firstOf(project, person)
}

function addBelongings(world: World, person: Person): void {
  if (world.belongings.some((one) => one.person === person)) return
  const [email, key] = [world.fresh('email'), world.fresh('key')]
  add(world, person, 'createOwnEmail', { email: `<${email}.name>@<mail>` }, { makes: email })
  add(world, person, 'createOwnSshKey', { title: 'Home', key: `<${key}.key>` }, { makes: key })
  world.belongings.push(
    { symbol: email, kind: 'email', person },
    { symbol: key, kind: 'key', person },
  )
}
