import { forbidden, notFound, recordNotFound } from '../../../contract/errors.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import { byCreation } from '../../../store/record-orders.ts'
import { seesAnySnippet } from '../../access/tracker-visibility.ts'
import type { Context } from '../../domain/context.ts'
import { changeSnippet } from '../../domain/snippets/change.ts'
import { checkSnippet, createSnippet, mustCreateOwnSnippet } from '../../domain/snippets/create.ts'
import { removeSnippet } from '../../domain/tracker/remove.ts'
import { personalSnippetResource } from '../../resources/v3/snippet.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/personal-snippets.yaml. */
export const personalSnippets = {
  listOwnSnippets(context) {
    const { store, viewer } = context
    return listSnippets(context, store.snippets.by('author_id', viewer.signedIn().id))
  },

  listPublicSnippets(context) {
    const isPublic = (one: SnippetRecord) =>
      one.visibility_level === 20 && seesAnySnippet(context, one)
    return listSnippets(context, context.store.snippets.all().filter(isPublic))
  },

  getOwnSnippet(context, { id }) {
    const snippet = writtenByCaller(context, id)
    if (!snippet) throw recordNotFound()
    return personalSnippetResource(snippet, context)
  },

  createOwnSnippet(context, { title, file_name, content, visibility_level }) {
    const attributes = { title, file_name, code: content, visibility_level }
    mustCreateOwnSnippet(context)
    checkSnippet(context, attributes, 'content')
    return personalSnippetResource(createSnippet(context, undefined, attributes), context)
  },

  updateOwnSnippet(context, { id, title, file_name, content, visibility_level }) {
    const attributes = { title, file_name, code: content, visibility_level }
    const snippet = ownSnippet(context, id)
    checkSnippet(context, attributes, 'content')
    return personalSnippetResource(changeSnippet(context, snippet, attributes), context)
  },

  deleteOwnSnippet(context, { id }) {
    removeSnippet(context, ownSnippet(context, id))
    return undefined
  },

  getRawOwnSnippet(context, { id }) {
    const snippet = writtenByCaller(context, id)
    if (!snippet) throw notFound('Snippet')
    return { body: snippet.content, type: 'text/plain' }
  },
} satisfies OperationsOf<'v3', 'Personal snippets'>

function listSnippets(context: Context, snippets: readonly SnippetRecord[]) {
  const newestFirst = snippets.toSorted((a, b) => byCreation(b, a))
  return list(newestFirst, (one) => personalSnippetResource(one, context))
}

/** Finds a snippet that the caller wrote. Administrators cannot find those of others here either. */
function writtenByCaller({ store, viewer }: Context, id: number): SnippetRecord | undefined {
  const snippet = store.snippets.get(id)
  return snippet?.author_id === viewer.signedIn().id ? snippet : undefined
}

/** Returns a personal snippet for an update. Throws 403 for a project snippet. */
function ownSnippet(context: Context, id: number): SnippetRecord {
  const snippet = writtenByCaller(context, id)
  if (!snippet) throw notFound('Snippet')
  if (snippet.project_id !== null) throw forbidden()
  return snippet
}
