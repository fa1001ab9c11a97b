import { seesSnippet } from '../access/tracker-visibility.ts'
import { forbidden } from '../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { recordEvent } from '../domain/events.ts'
import { restrictionErrors } from '../domain/projects/restricted-visibility.ts'
import { titleErrors } from '../domain/tracker/planning.ts'
import { removeSnippet } from '../domain/tracker/remove.ts'
import { refuseErrors, refuseNoChange } from '../domain/validation.ts'
import { snippetResource } from '../resources/snippet.ts'
import type { VisibilityLevel } from '../store/models/fields.ts'
import type { SnippetRecord } from '../store/models/snippet.ts'
import { list } from './answers.ts'
import type { ContextOf, OperationsOf } from './operation.ts'
import { inOrder } from './tracker-lists.ts'

/** Document 2, Snippets. */
export const snippets = {
  listSnippets(context) {
    const { store, viewer, project } = context
    const seen = store.snippets
      .by('project_id', project.id)
      .filter((snippet) => seesSnippet(viewer, project, snippet))
    const newestFirst = inOrder({ order_by: 'created_at', sort: 'desc' })
    return list(seen, (snippet) => snippetResource(snippet, context), newestFirst)
  },

  getSnippet: (context) => snippetResource(context.snippet, context),

  createSnippet(context, { title, file_name, code, visibility_level }) {
    const { store, viewer, project, now } = context
    if (!project.snippets_enabled) throw forbidden()
    viewer.must('create_snippet', project)
    checkSnippet(context, { title, file_name, code, visibility_level })
    const snippet = store.snippets.insert({
      project_id: project.id,
      title,
      file_name,
      content: code,
      visibility_level,
      author_id: viewer.signedIn().id,
      created_at: now,
      updated_at: now,
    })
    const about = { target_type: 'Snippet', target_id: snippet.id, target_title: title } as const
    recordEvent(context, 'created', project, about)
    return snippetResource(snippet, context)
  },

  updateSnippet(context, attributes) {
    const { store, snippet, now } = context
    const { title, file_name, code, visibility_level } = attributes
    mustChange(context, snippet)
    refuseNoChange(attributes, ['title', 'file_name', 'code', 'visibility_level'])
    checkSnippet(context, attributes)
    const changed = store.snippets.replace(snippet, {
      title: title ?? snippet.title,
      file_name: file_name ?? snippet.file_name,
      content: code ?? snippet.content,
      visibility_level: visibility_level ?? snippet.visibility_level,
      updated_at: now,
    })
    return snippetResource(changed, context)
  },

  /** One that the caller does not see is as good as not there: 200 (document 2, Snippets). */
  deleteSnippet(context, { snippet_id }) {
    const { store, viewer, project } = context
    const snippet = store.snippets.get(snippet_id)
    const isThere = snippet && snippet.project_id === project.id
    if (!isThere || !seesSnippet(viewer, project, snippet)) return null
    mustChange(context, snippet)
    removeSnippet(store, snippet)
    return snippetResource(snippet, context)
  },

  getRawSnippet: ({ snippet }) => ({ body: snippet.content, type: 'text/plain' }),
} satisfies OperationsOf<'Snippets'>

/** Its author may change it, and masters of the project. */
function mustChange({ viewer, project }: ContextOf<'listSnippets'>, snippet: SnippetRecord): void {
  if (snippet.author_id !== viewer.signedIn().id) viewer.must('admin_snippets', project)
}

interface SnippetAttributes {
  readonly title?: string
  readonly file_name?: string
  readonly code?: string
  readonly visibility_level?: VisibilityLevel
}

/** Refuses with 400 what that release refused, and a visibility that the settings restrict. */
function checkSnippet(
  context: Context,
  { title, file_name, code, visibility_level }: SnippetAttributes,
): void {
  refuseErrors({
    ...titleErrors(title?.trim()),
    ...fileNameErrors(file_name),
    ...(code?.trim() === '' ? { code: ["can't be blank"] } : {}),
    ...(visibility_level === undefined
      ? {}
      : { visibility_level: restrictionErrors(context, visibility_level) }),
  })
}

function fileNameErrors(name: string | undefined): Record<string, string[]> {
  if (name === undefined) return {}
  if (name.length > 255) return { file_name: ['is too long (maximum is 255 characters)'] }
  if (/^[\p{L}\p{N}_\-.@]*$/u.test(name)) return {}
  return { file_name: ["can contain only letters, digits, '_', '-', '@' and '.'."] }
}
