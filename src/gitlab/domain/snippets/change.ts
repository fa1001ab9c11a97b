import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Context } from '../context.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import type { SnippetRequest } from './create.ts'

/** Throws 403 unless the caller is the author of a snippet or a master. */
export function mustChangeSnippet(
  context: Context,
  project: ProjectRecord,
  { author_id }: SnippetRecord,
): void {
  const { viewer } = context
  mustBeWritable(context, project)
  if (author_id !== viewer.signedIn().id) viewer.must('admin_snippets', project)
}

/** Updates the given attributes. */
export function changeSnippet(
  { store, now }: Context,
  snippet: SnippetRecord,
  { title, description, file_name, code, more_files, visibility_level }: SnippetRequest,
): SnippetRecord {
  return store.snippets.replace(snippet, {
    title: title ?? snippet.title,
    description: description === undefined ? snippet.description : description,
    file_name: file_name ?? snippet.file_name,
    content: code ?? snippet.content,
    more_files: [...(more_files ?? snippet.more_files)],
    visibility_level: visibility_level ?? snippet.visibility_level,
    updated_at: now,
  })
}
