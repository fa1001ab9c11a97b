import type {
  OperationTypes,
  Project,
  ProjectSimple,
} from '../../../contract/generated/v3/contract.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { projectOrders } from '../../../store/record-orders.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../../domain/context.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../../resources/v3/project.ts'
import { type Listing, listSelected } from '../answers.ts'
import { matches } from '../search.ts'

/** The parameters that all lists of projects take (`schemas/v3/paths/projects.yaml`). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<ProjectListParameters, 'visibility' | 'order_by' | 'sort' | 'search'> & {
  /** Both where it is left out. */
  readonly archived?: boolean
}

/** The projects that are on a list and that the filters let through, in the order asked for; equals by their ids. */
export function listProjects<Item>(
  { store }: Pick<Context, 'store'>,
  isListed: (project: ProjectRecord) => boolean,
  { archived, visibility, search, order_by, sort }: Filters,
  present: (project: ProjectRecord) => Item,
): Listing<Item> {
  const level = visibility && visibilityLevels[visibility]
  const where = (project: ProjectRecord) =>
    (archived === undefined || isArchived(project) === archived) &&
    (level === undefined || project.visibility_level === level) &&
    isListed(project) &&
    (!search || isFound(project, search))
  /** By its name, its path, its description, or the name of its namespace. */
  const isFound = ({ name, path, description, namespace_id }: ProjectRecord, text: string) =>
    matches(text, name, path, description, store.namespaces.get(namespace_id)?.name ?? null)
  const lists = [store.projects.inOrder(order_by)]
  return listSelected({ lists, where, order: projectOrders[order_by], sort }, present)
}

/** How a list presents a project: in the simple form, or whole with the extras it has. */
export function presentProject(
  context: Context,
  { simple }: Pick<ProjectListParameters, 'simple'>,
  extras?: ProjectExtras,
): (project: ProjectRecord) => Project | ProjectSimple {
  return simple
    ? (project) => projectSimple(project, context)
    : (project) => projectResource(project, context, extras)
}
