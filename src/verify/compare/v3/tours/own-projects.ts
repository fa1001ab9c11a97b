import { addOwnProject } from '../fixture.ts'
import { addRecords } from '../records.ts'
import type { World } from '../world.ts'

/**
 * Returns parts in a project of a user's own namespace: who is a member is one of the project alone, and its owner by
 * the namespace.
 */
export const inOwnProject =
  (...parts: readonly ((world: World) => void)[]) =>
  (world: World): void => {
    const [main] = world.projects
    if (!main) return
    const project = addOwnProject(world, main.group, world.draw.one([0, main.group.level]))
    addRecords(world, project)
    for (const part of parts) part({ ...world, projects: [project] })
  }
