import { byCreation } from '../../../store/record-orders.ts'
import { seesSnippet } from '../../access/tracker-visibility.ts'
import { changeSnippet, mustChangeSnippet } from '../../domain/snippets/change.ts'
import { checkSnippet, createSnippet, mustCreateSnippet } from '../../domain/snippets/create.ts'
import { removeSnippet } from '../../domain/tracker/remove.ts'
import { checkSomeChange } from '../../domain/validation.ts'
import { snippetResource } from '../../resources/v3/snippet.ts'
import { listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { snippetIn } from '../records.ts'

/** The operations of schemas/v3/paths/snippets.yaml. */
export const snippets = {
  listSnippets(context) {
    const { store, viewer, project } = context
    const seen = store.snippets
      .by('project_id', project.id)
      .filter((snippet) => seesSnippet(viewer, project, snippet))
    const newestFirst = { lists: [seen.sort(byCreation)], order: byCreation, sort: 'desc' } as const
    return listSelected(newestFirst, (snippet) => snippetResource(snippet, context))
  },

  getSnippet: (context) => snippetResource(context.snippet, context),

  createSnippet(context, { title, file_name, code, visibility_level }) {
    const attributes = { title, file_name, code, visibility_level }
    mustCreateSnippet(context)
    checkSnippet(context, attributes, 'code')
    return snippetResource(createSnippet(context, context.project, attributes), context)
  },

  updateSnippet(context, request) {
    const { project, snippet } = context
    mustChangeSnippet(context, project, snippet)
    checkSomeChange(request, ['title', 'file_name', 'code', 'visibility_level'])
    checkSnippet(context, request, 'code')
    return snippetResource(changeSnippet(context, snippet, request), context)
  },

  /** Deletes a snippet. Returns 200 for one that is missing or hidden (deleteSnippet). */
  deleteSnippet(context, { snippet_id }) {
    const { project } = context
    const snippet = snippetIn(context, project, snippet_id)
    if (!snippet) return null
    mustChangeSnippet(context, project, snippet)
    removeSnippet(context, snippet)
    return snippetResource(snippet, context)
  },

  getRawSnippet: ({ snippet }) => ({ body: snippet.content, type: 'text/plain' }),
} satisfies OperationsOf<'v3', 'Snippets'>
