import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Context } from '../context.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { checkSomeChange } from '../validation.ts'
import { checkSnippet, type SnippetRequest } from './create.ts'

/** Refuses with 403 who is neither the author of a snippet nor a master. */
export function mustChangeSnippet(
  context: Context,
  project: ProjectRecord,
  { author_id }: SnippetRecord,
): void {
  const { viewer } = context
  mustBeWritable(context, project)
  if (author_id !== viewer.signedIn().id) viewer.must('admin_snippets', project)
}

/** Refuses with 400 a change of nothing, and what checkSnippet refuses. */
export function checkSnippetChanges(context: Context, request: SnippetRequest): void {
  checkSomeChange(request, ['title', 'file_name', 'code', 'visibility_level'])
  checkSnippet(context, request)
}

/** Changes what is given. */
export function changeSnippet(
  { store, now }: Context,
  snippet: SnippetRecord,
  { title, file_name, code, visibility_level }: SnippetRequest,
): SnippetRecord {
  return store.snippets.replace(snippet, {
    title: title ?? snippet.title,
    file_name: file_name ?? snippet.file_name,
    content: code ?? snippet.content,
    visibility_level: visibility_level ?? snippet.visibility_level,
    updated_at: now,
  })
}
