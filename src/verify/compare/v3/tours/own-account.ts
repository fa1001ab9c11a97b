import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { add } from '../reads.ts'
import { type Person, ref, type World } from '../world.ts'
import { readsOf, writesOf } from './operations.ts'

/** Every operation of administrators, called by a user about that user: nobody is an administrator of oneself. */
export function ownAccount(world: World): void {
  const person: Person = world.draw.one(['developer', 'stranger'])
  const target = firstOf(world.draw.one(world.projects.slice(0, 2)), person)
  for (const operation of [...readsOf(world), ...writesOf(world)]) {
    if (operation.access !== 'admin') continue
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!address || !required) continue
    add(world, person, operation.id, { ...address, ...required })
    if (operation.method === 'GET') continue
    add(world, person, 'getCurrentUser')
    add(world, 'admin', 'getUser', { id: ref(person) })
  }
}
