import type {
  OperationTypes,
  Project,
  ProjectSimple,
} from '../../../contract/generated/v3/contract.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { projectOrders } from '../../../store/record-orders.ts'
import { isAmong, type Order } from '../../../store/sorted.ts'
import type { Store } from '../../../store/store.ts'
import {
  type ProjectSelection,
  type ProjectsInOrder,
  selected,
} from '../../access/member-projects.ts'
import type { Context } from '../../domain/context.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../../resources/v3/project.ts'
import { type Listing, listInOrder } from '../answers.ts'
import type { ProjectSource } from './project-sources.ts'

/** The parameters that all lists of projects take (`schemas/v3/paths/projects.yaml`). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<
  ProjectListParameters,
  'archived' | 'visibility' | 'order_by' | 'sort' | 'search'
>

const allLevels = Object.values(visibilityLevels)

/** The projects of a source that the filters let through, in the order asked for; equals by their ids. */
export function listProjects<Item>(
  context: Pick<Context, 'store'>,
  source: ProjectSource,
  { archived, visibility, search, order_by, sort }: Filters,
  present: (project: ProjectRecord) => Item,
): Listing<Item> {
  const levels = visibility ? [visibilityLevels[visibility]] : allLevels
  const selection: ProjectSelection = { archived, levels, order: order_by }
  const lists = search ? foundOf(source, selection, context.store, search) : source.find(selection)
  return listInOrder({ lists, order: projectOrders[order_by], sort }, present)
}

/**
 * What a search finds of a source: by the names, paths and descriptions of projects, and by the names of
 * their namespaces. Where that is less than to find the lists takes, those found are asked for one by one.
 */
function foundOf(
  source: ProjectSource,
  selection: ProjectSelection,
  { projects, namespaces }: Store,
  search: string,
): ProjectsInOrder[] {
  const within = namespaces.search(search).flatMap(({ id }) => projects.by('namespace_id', id))
  const found = new Set([...projects.search(search), ...within])
  if (found.size <= source.visits()) {
    return [selected([...found], selection).filter((project) => source.holds(project))]
  }
  return source.find(selection).map((list) => foundOn(list, found, projectOrders[selection.order]))
}

function foundOn(
  list: ProjectsInOrder,
  found: ReadonlySet<ProjectRecord>,
  order: Order<ProjectRecord>,
): ProjectsInOrder {
  if (found.size >= list.length / mostLooks) return list.filter((project) => found.has(project))
  return [...found].filter((project) => isAmong(list, project, order)).sort(order)
}

/** To find one in a list in order takes as many looks, in a list of a million. */
const mostLooks = 20

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
