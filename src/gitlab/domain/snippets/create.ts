import { forbidden } from '../../../contract/errors.ts'
import type { VisibilityLevel } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import { usesPart } from '../../access/feature-levels.ts'
import type { Context, ProjectContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { restrictionErrors } from '../projects/restricted-visibility.ts'
import type { Release } from '../release.ts'
import { aboutSnippet } from '../tracker/events.ts'
import { titleErrors } from '../tracker/planning.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import type { SnippetFile } from './files.ts'

/** The attributes of a snippet in a request; its content is called `code`. */
export interface SnippetRequest {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly file_name?: string | undefined
  readonly code?: string | undefined
  /** The files after the first one. */
  readonly more_files?: readonly SnippetFile[] | undefined
  readonly visibility_level?: VisibilityLevel | undefined
}

/** The attributes of a new snippet; it is private by default. */
export interface NewSnippet {
  readonly id?: number | undefined
  readonly title: string
  readonly description?: string | null | undefined
  readonly file_name: string
  readonly code: string
  readonly more_files?: readonly SnippetFile[] | undefined
  readonly visibility_level?: VisibilityLevel | undefined
}

/** Throws 403 where the caller may not create snippets, or the project has none. */
export function mustCreateSnippet(context: ProjectContext): void {
  const { viewer, project } = context
  mustBeWritable(context, project)
  if (!usesPart(context.viewer, project, 'snippets')) throw forbidden()
  viewer.must('create_snippet', project)
}

/** Throws 403 for external users, who cannot have personal snippets. */
export function mustCreateOwnSnippet({ viewer }: Context): void {
  if (viewer.signedIn().is_external) throw forbidden()
}

/**
 * Throws 400 for an invalid title, file name or content, and for a restricted visibility. `text` is the name of the
 * content's parameter.
 */
export function checkSnippet(
  context: Context,
  { title, file_name, code, more_files = [], visibility_level }: SnippetRequest,
  text: 'code' | 'content',
): void {
  const names = [file_name, ...more_files.map(({ path }) => path)]

  checkNoErrors({
    ...titleErrors(title?.trim()),
    ...fileNameErrors(context.release, names),
    ...(code?.trim() === '' ? { [text]: ["can't be blank"] } : {}),
    ...(visibility_level === undefined
      ? {}
      : { visibility_level: restrictionErrors(context, visibility_level) }),
  })
}

/** Returns the errors of the first invalid file name. */
function fileNameErrors(
  { snippetFiles: { pattern, rule } }: Release,
  names: readonly (string | undefined)[],
): Record<string, string[]> {
  for (const name of names) {
    const errors = lengthErrors(name ?? '', 255)
    if (errors.length > 0) return { file_name: errors }
    if (name !== undefined && !pattern.test(name)) return { file_name: [rule] }
  }
  return {}
}

/** Creates a snippet of the caller, in a project or a personal one. */
export function createSnippet(
  context: Context,
  project: ProjectRecord | undefined,
  { id, title, description, file_name, code, more_files, visibility_level }: NewSnippet,
): SnippetRecord {
  const { store, viewer, now } = context
  const snippet = store.snippets.insert({
    id,
    project_id: project?.id,
    title,
    description,
    file_name,
    content: code,
    more_files: more_files && [...more_files],
    author_id: viewer.signedIn().id,
    visibility_level,
    created_at: now,
    updated_at: now,
  })
  if (project) recordEvent(context, 'created', project, aboutSnippet(snippet))
  return snippet
}
