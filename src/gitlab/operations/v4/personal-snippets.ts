import { nestedError, notFound } from '../../../contract/errors.ts'
import { type Visibility, visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import { byCreation } from '../../../store/record-orders.ts'
import { seesAnySnippet } from '../../access/tracker-visibility.ts'
import type { Context } from '../../domain/context.ts'
import { restrictionErrors } from '../../domain/projects/restricted-visibility.ts'
import { changeSnippet } from '../../domain/snippets/change.ts'
import { checkSnippet, createSnippet, mustCreateOwnSnippet } from '../../domain/snippets/create.ts'
import { filesOf } from '../../domain/snippets/files.ts'
import { removeSnippet } from '../../domain/tracker/remove.ts'
import { snippetResource } from '../../resources/v4/snippet.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { changedFiles, givenFiles, rawFile } from './snippet-files.ts'

/** The operations of schemas/v4/paths/personal-snippets.yaml. */
export const personalSnippets = {
  listOwnSnippets(context, times) {
    const { store, viewer } = context
    const own = store.snippets.by('author_id', viewer.signedIn().id)
    return listSeen(context, own, times)
  },

  listPublicSnippets(context, times) {
    const isPublic = ({ project_id, visibility_level }: SnippetRecord) =>
      project_id === null && visibility_level === 20
    return listSnippets(context, context.store.snippets.all().filter(isPublic), times)
  },

  listAllSnippets(context, { repository_storage: storage, ...times }) {
    const isElsewhere = context.viewer.isAdmin && storage !== undefined && storage !== 'default'
    const all = isElsewhere ? [] : context.store.snippets.all()
    return listSeen(context, all, times)
  },

  getOwnSnippet: (context, { id }) => snippetResource(seenSnippet(context, id), context),

  createOwnSnippet(context, request) {
    const { title, description, visibility } = request
    mustCreateOwnSnippet(context)
    mustGiveVisibility(context, visibility)
    const [first, ...more_files] = givenFiles(request)
    const attributes = {
      title,
      description,
      visibility_level: visibilityLevels[visibility],
      file_name: first.path,
      code: first.content,
      more_files,
    }
    checkSnippet(context, attributes, 'content')
    return snippetResource(createSnippet(context, undefined, attributes), context)
  },

  updateOwnSnippet(context, { id, ...request }) {
    const { title, description, visibility } = request
    const snippet = writtenSnippet(context, id)
    mustGiveVisibility(context, visibility)
    const attributes = {
      title,
      description,
      visibility_level: visibility && visibilityLevels[visibility],
      ...changedFiles(snippet, request),
    }
    checkSnippet(context, attributes, 'content')
    return snippetResource(changeSnippet(context, snippet, attributes), context)
  },

  deleteOwnSnippet(context, { id }) {
    const snippet = writtenSnippet(context, id)
    mustBeUnmodified(context, snippet.updated_at)
    removeSnippet(context, snippet)
    return undefined
  },

  getRawOwnSnippet(context, { id }) {
    const { file_name, content } = seenSnippet(context, id)
    return rawFile({ path: file_name, content })
  },

  getRawOwnSnippetFile(context, { id, ref, file_path }) {
    const snippet = seenSnippet(context, id)
    if (ref !== context.release.defaultBranch) throw notFound('Reference')
    const file = filesOf(snippet).find(({ path }) => path === file_path)
    if (!file) throw notFound('File')
    return rawFile(file)
  },

  getUserAgentDetailOfOwnSnippet() {
    throw notFound('UserAgentDetail')
  },
} satisfies OperationsOf<'v4', 'Personal snippets'>

interface Times {
  readonly created_after?: string
  readonly created_before?: string
}

function listSeen(context: Context, snippets: readonly SnippetRecord[], times: Times) {
  return listSnippets(
    context,
    snippets.filter((one) => seesAnySnippet(context, one)),
    times,
  )
}

function listSnippets(
  context: Context,
  snippets: readonly SnippetRecord[],
  { created_after: after, created_before: before }: Times,
) {
  const found = snippets.filter(
    ({ created_at: at }) =>
      (after === undefined || at > after) && (before === undefined || at < before),
  )
  const newestFirst = found.sort((a, b) => byCreation(b, a))
  return list(newestFirst, (one) => snippetResource(one, context))
}

function seenSnippet(context: Context, id: number): SnippetRecord {
  const snippet = context.store.snippets.get(id)
  if (!snippet || !seesAnySnippet(context, snippet)) throw notFound('Snippet')
  return snippet
}

/** Returns a personal snippet of the caller. Nobody else can change it, not even administrators. */
function writtenSnippet({ store, viewer }: Context, id: number): SnippetRecord {
  const snippet = store.snippets.get(id)
  const isOwn = snippet?.project_id === null && snippet.author_id === viewer.signedIn().id
  if (!isOwn) throw notFound('Snippet')
  return snippet
}

/** Throws 403 for a visibility that the instance restricts. */
function mustGiveVisibility(context: Context, visibility: Visibility | undefined): void {
  if (visibility === undefined) return
  const [reason] = restrictionErrors(context, visibilityLevels[visibility])
  if (reason !== undefined) throw nestedError(403, reason)
}
