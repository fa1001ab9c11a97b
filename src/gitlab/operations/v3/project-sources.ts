import { starKey } from '../../../store/collections.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { level } from '../../access/abilities.ts'
import {
  allProjects,
  isOwnedBy,
  memberProjects,
  ownedProjects,
  type ProjectSelection,
  type ProjectsInOrder,
  selected,
  visibleProjects,
} from '../../access/member-projects.ts'
import type { Context } from '../../domain/context.ts'

/** Where projects are listed: found as lists, or told one by one by whether they are on them. */
export interface ProjectSource {
  /** Tells it from other sources. */
  readonly name: string
  /** Gives those of a selection, each on one of the lists. */
  find(selection: ProjectSelection): ProjectsInOrder[]
  /** Whether a project is on the lists of a selection that lets it through. */
  holds(project: ProjectRecord): boolean
  /** How many records `find` goes through before it has its lists, at least. */
  visits(): number
}

/** The projects that the caller is a member of. */
export function memberSource(context: Context): ProjectSource {
  const { viewer } = context
  const user = viewer.signedIn()
  return {
    name: 'member',
    find: (selection) => memberProjects(context, user, selection),
    holds: (project) => viewer.projectLevel(project) > level.none,
    visits: () => membershipsOf(context),
  }
}

/** The projects that the caller may see. */
export function visibleSource(context: Context): ProjectSource {
  const { viewer } = context
  return {
    name: 'visible',
    find: (selection) => visibleProjects(context, selection),
    holds: (project) => viewer.sees(project),
    visits: () => (viewer.isAdmin ? 0 : membershipsOf(context)),
  }
}

/** The projects of the caller's personal namespace, and of the groups that they own. */
export function ownedSource(context: Context): ProjectSource {
  const user = context.viewer.signedIn()
  return {
    name: 'owned',
    find: (selection) => ownedProjects(context, user, selection),
    holds: (project) => isOwnedBy(context, user, project),
    visits: () => membershipsOf(context),
  }
}

/** The projects with a star of the caller's; one that they may not see any more is left out. */
export function starredSource({ store, viewer }: Context): ProjectSource {
  const { id } = viewer.signedIn()
  const stars = () => store.stars.by('user_id', id)
  const isStarred = (project: ProjectRecord) =>
    store.stars.one('star', starKey(id, project.id)) !== undefined
  return {
    name: 'starred',
    find(selection) {
      const found = stars().flatMap(({ project_id }) => store.projects.get(project_id) ?? [])
      return [selected(found, selection).filter((project) => viewer.sees(project))]
    },
    holds: (project) => isStarred(project) && viewer.sees(project),
    visits: () => stars().length,
  }
}

/** All projects. */
export function allSource({ store }: Context): ProjectSource {
  return {
    name: 'all',
    find: (selection) => allProjects(store, selection),
    holds: () => true,
    visits: () => 0,
  }
}

function membershipsOf({ store, viewer }: Context): number {
  return viewer.user ? store.members.by('user_id', viewer.user.id).length : 0
}
