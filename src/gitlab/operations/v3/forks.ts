import { conflict, forbidden, notFound, notModified } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../../domain/context.ts'
import { findProject } from '../../domain/find.ts'
import { mayHoldProjects } from '../../domain/groups/project-creation.ts'
import { checkNewProject } from '../../domain/projects/create.ts'
import {
  comesFrom,
  createFork,
  forkVisibility,
  markAsFork,
  takenBy,
  unmarkAsFork,
} from '../../domain/projects/fork.ts'
import { projectResource } from '../../resources/v3/project.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/forks.yaml. */
export const forks = {
  forkProject(context, { namespace: named }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    const namespace = targetOf(context, named)
    const { name, path, description, shared_runners_enabled } = project
    const taken = takenBy(context, namespace, { name, path })
    if (taken.length > 0) {
      throw conflict(Object.fromEntries(taken.map((one) => [one, ['has already been taken']])))
    }
    const visibility_level = forkVisibility(project, namespace)
    const copied = { name, path, description, shared_runners_enabled, visibility_level }
    const attributes = { ...copied, namespace_id: namespace.id }
    const place = checkNewProject(context, attributes, forbidden)
    return projectResource(createFork(context, project, attributes, place), context, {
      withRunnersToken: true,
    })
  },

  addForkRelation(context, { forked_from_id }) {
    const { store, project } = context
    const origin = findProject(store, forked_from_id)
    if (!origin) throw notFound('Project')
    if (project.forked_from_project_id !== null || comesFrom(store, origin, project)) {
      throw conflict('Project already forked')
    }
    markAsFork(context, project, origin)
    return { forked_to_project_id: project.id, forked_from_project_id: origin.id }
  },

  removeForkRelation(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    const { id, forked_from_project_id } = project
    if (forked_from_project_id === null) return notModified()
    unmarkAsFork(context, project)
    return { forked_to_project_id: id, forked_from_project_id }
  },
} satisfies OperationsOf<'v3', 'Forks'>

/** Returns the namespace by id, path or name; defaults to that of the caller. */
function targetOf(context: Context, named: number | string | undefined): NamespaceRecord {
  const { store, viewer } = context
  const namespace =
    named === undefined || named === ''
      ? store.namespaces.one('owner_id', viewer.signedIn().id)
      : namespaceOf(context, String(named))
  if (!namespace || !mayHoldProjects(context, namespace)) throw notFound('Target Namespace')
  return namespace
}

function namespaceOf({ store }: Context, named: string): NamespaceRecord | undefined {
  if (/^\d+$/.test(named)) return store.namespaces.get(Number(named))
  return (
    store.namespaces.one('full_path', folded(named)) ??
    store.namespaces.all().find(({ name }) => name === named)
  )
}
