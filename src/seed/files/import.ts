import { findProject, splitPath } from '../../gitlab/domain/find.ts'
import type { ImportedRepository } from '../../gitlab/domain/repositories/bring-in.ts'
import { nodeModules } from '../../shared/node-modules.ts'
import { folded } from '../../store/record-keys.ts'
import { type Snapshot, type Store, storeFrom } from '../../store/store.ts'
import { addSeed } from '../load.ts'
import { givenAsObject } from '../problems.ts'
import type { Seed } from '../schema.ts'
import { readRepository } from './git/read-repository.ts'

/**
 * Imports git repositories of the file system into a world, by the paths of their projects. Missing projects are
 * created, with groups that an administrator owns. Works in Node only, where the process that starts the forge names
 * the paths; no request can. `now` is the time of creation, ISO 8601.
 * @throws Error that says which repository cannot be imported, and why.
 */
export function importRepositories(
  world: Snapshot,
  imports: Readonly<Record<string, string | URL>>,
  now: string,
): Snapshot {
  const node = nodeModules()
  if (!node) throw new Error('Repositories are brought in from files in Node only.')
  const store = storeFrom(world)
  for (const [project, place] of Object.entries(imports)) {
    try {
      const path = place instanceof URL ? node.urls.fileURLToPath(place) : place
      const { repository } = readRepository(node, node.paths.resolve(path))
      bringIn(store, project, repository, now)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${place} cannot be imported into ${project}: ${reason}`)
    }
  }
  return store.snapshot()
}

function bringIn(store: Store, project: string, repository: ImportedRepository, now: string): void {
  const isThere = findProject(store, project) !== undefined
  const seed: Seed = isThere
    ? { repositories: [{ project, from: project }] }
    : {
        groups: missingGroups(store, project),
        projects: [{ path: project, repository: { from: project } }],
      }
  const repositories = new Map([[project, repository]])
  addSeed(store, seed, 'of the import', { ...givenAsObject, repositories }, { now })
}

/** Returns the missing groups above a project, the outermost first. */
function missingGroups(store: Store, project: string): NonNullable<Seed['groups']> {
  const [above] = splitPath(project)
  if (above === '' || store.namespaces.one('full_path', folded(above))) return []
  const owner = store.users.all().find(({ is_admin }) => is_admin)?.username
  const members = owner === undefined ? {} : { members: { [owner]: 'owner' as const } }
  return [...missingGroups(store, above), { path: above, ...members }]
}
