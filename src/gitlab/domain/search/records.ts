import type { GitCommit } from '../../../git/objects/objects.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { ancestorsOf, descendantsOf } from '../../access/group-tree.ts'
import { usersOfProject } from '../../access/member-projects.ts'
import { readsNote, seesAnySnippet } from '../../access/tracker-visibility.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context, ProjectContext } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import type { Place } from '../place.ts'
import { projectsIn } from '../projects/in-place.ts'
import { selectCommits } from '../repositories/commit-lists.ts'
import { findCommit } from '../repositories/repositories.ts'
import { wordTest } from '../search-words.ts'
import { filesOf } from '../snippets/files.ts'

/** A search in a project, a group or the instance. */
export interface Search {
  readonly search: string
  /** Whether archived projects are included in a search of several projects. */
  readonly include_archived?: boolean
}

/** Finds projects by name, path and description. */
export function findProjects(context: Context, place: Place, search: Search): ProjectRecord[] {
  return searched(context, place, search).filter(
    withWords(search, ({ name, path, description }) => [name, path, description]),
  )
}

/** Finds milestones by title and description, in projects with issues or merge requests. */
export function findMilestones(context: Context, place: Place, search: Search): MilestoneRecord[] {
  const { store, viewer } = context
  return searched(context, place, search)
    .filter((one) => ['issues', 'merge_requests'].some((part) => usesPart(viewer, one, part)))
    .flatMap(({ id }) => store.milestones.by('project_id', id))
    .filter(withWords(search, ({ title, description }) => [title, description]))
}

/** Finds snippets that the caller can see, by title, description and file names. */
export function findSnippets(context: Context, search: Search): SnippetRecord[] {
  return context.store.snippets
    .all()
    .filter(
      withWords(search, (one) => [
        one.title,
        one.description,
        ...filesOf(one).map(({ path }) => path),
      ]),
    )
    .filter((one) => seesAnySnippet(context, one))
}

/** Finds notes of a project that the caller can see, by text, without system notes. */
export function findNotes(context: ProjectContext, search: Search): NoteRecord[] {
  const { store, project } = context
  return store.notes
    .by('project_id', project.id)
    .filter(withWords(search, ({ body }) => [body]))
    .filter((note) => !note.system && readsNote(context, project, note))
}

/**
 * Finds active users by name, username or their whole public e-mail address; in a project or a group only its members.
 */
export function findUsers(
  context: Context,
  place: Place,
  { search }: Search,
): readonly UserRecord[] {
  const hasWords = wordTest(search)
  return usersIn(context, place).filter(
    ({ name, username, public_email: email, state }) =>
      state === 'active' &&
      (hasWords?.([name, username]) || (email && folded(email) === folded(search.trim()))),
  )
}

/** Finds commits of a branch or a tag by message or abbreviated id; none where the caller may not read the code. */
export function findCommits(
  { store, viewer, project }: ProjectContext,
  revision: string,
  { search }: Search,
): readonly GitCommit[] {
  const hasWords = wordTest(search)
  if (!hasWords || !viewer.can('download_code', project)) return []
  const isId = /^[0-9a-f]{7,40}$/i.test(search.trim())
  const named = isId ? findCommit(store, project, search.trim().toLowerCase()) : undefined
  const { page, total } = selectCommits(store, project, { revision })
  return page(0, total).filter((one) => one.id === named?.id || hasWords([one.message]))
}

function searched(context: Context, place: Place, { include_archived }: Search): ProjectRecord[] {
  const isSearched = (one: ProjectRecord) => include_archived || !isArchived(one)
  const projects = projectsIn(context, place)
  return place.kind === 'project' ? [...projects] : projects.filter(isSearched)
}

function withWords<R>(
  { search }: Search,
  textsOf: (record: R) => readonly (string | null)[],
): (record: R) => boolean {
  const hasWords = wordTest(search)
  return (record) => hasWords?.(textsOf(record)) ?? false
}

/** Returns all users of the instance, or the members of a project or a group, including those of related groups. */
function usersIn(context: Context, place: Place): readonly UserRecord[] {
  const { store } = context
  switch (place.kind) {
    case 'instance':
      return store.users.all()
    case 'project':
      return usersOfProject(context, place.project, namespaceOf(context, place.project))
    case 'group': {
      const { group } = place
      const groups = [group, ...ancestorsOf(store, group), ...descendantsOf(store, group)]
      const ids = new Set(groups.map(({ id }) => id))
      return store.users
        .all()
        .filter(({ id }) =>
          store.members
            .by('user_id', id)
            .some(({ source_type, source_id }) => source_type === 'group' && ids.has(source_id)),
        )
    }
  }
}
