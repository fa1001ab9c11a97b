import { addGroup } from '../fixture.ts'
import { takesPath } from '../paths.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'
import { readsOf } from './operations.ts'

/** Projects that `public` makes visible, with all features on and with none, in a public group; by id and by path. */
export function publicProjects(world: World): void {
  if (!world.levels.includes(20)) return
  const group = addGroup(world, 20)
  for (const isOn of [false, true]) {
    const symbol = world.fresh('project')
    const path = `<${symbol}.name>`
    const features = {
      issues_enabled: isOn,
      merge_requests_enabled: isOn,
      builds_enabled: isOn,
      wiki_enabled: isOn,
      snippets_enabled: isOn,
      public_builds: isOn,
    }
    const own = { namespace_id: ref(group.symbol), shared_runners_enabled: false }
    const sent = { ...own, name: path, path: `${path}.dot`, public: true, ...features }
    add(world, 'owner', 'createProject', sent, { makes: symbol })
    for (const as of ['owner', 'stranger']) add(world, as, 'getProject', { id: ref(symbol) })
    readByPath(world, `<${symbol}.path_with_namespace>`)
  }
}

/** All that a project has, by a path with a dot: what follows a dot is no format of the response. */
export function readByPath(world: World, id: string): void {
  for (const operation of readsOf(world)) {
    const { path } = operation
    const isOfProject = path.startsWith('/projects/{id}') && path.split('{').length === 2
    if (isOfProject && takesPath(operation)) add(world, 'owner', operation.id, { id })
  }
}
