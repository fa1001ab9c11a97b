import {
  forbidden,
  missingAttribute,
  nestedError,
  notFound,
  wrongParameters,
} from '../../../contract/errors.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import { byCreation } from '../../../store/record-orders.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { seesSnippet } from '../../access/tracker-visibility.ts'
import { changeSnippet, mustChangeSnippet } from '../../domain/snippets/change.ts'
import { checkSnippet, createSnippet, mustCreateSnippet } from '../../domain/snippets/create.ts'
import {
  type FileAction,
  filesAfter,
  filesOf,
  type SnippetFile,
} from '../../domain/snippets/files.ts'
import { removeSnippet } from '../../domain/tracker/remove.ts'
import { snippetResource } from '../../resources/v4/snippet.ts'
import { type FileAnswer, list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/snippets.yaml. */
export const snippets = {
  listSnippets(context) {
    const { store, viewer, project } = context
    if (!usesPart(viewer, project, 'snippets')) throw forbidden()
    const seen = store.snippets
      .by('project_id', project.id)
      .filter((snippet) => seesSnippet(viewer, project, snippet))
      .sort((a, b) => byCreation(b, a))
    return list(seen, (snippet) => snippetResource(snippet, context))
  },

  getSnippet: (context) => snippetResource(context.snippet, context),

  createSnippet(context, request) {
    const { title, description, visibility } = request
    mustCreateSnippet(context)
    const [first, ...more_files] = givenFiles(request)
    const attributes = {
      title,
      description,
      visibility_level: visibilityLevels[visibility],
      file_name: first.path,
      code: first.content,
      more_files,
    }
    checkSnippet(context, attributes)
    return snippetResource(createSnippet(context, context.project, attributes), context)
  },

  updateSnippet(context, request) {
    const { project, snippet } = context
    const { title, description, visibility } = request
    mustChangeSnippet(context, project, snippet)
    const attributes = {
      title,
      description,
      visibility_level: visibility && visibilityLevels[visibility],
      ...changedFiles(snippet, request),
    }
    checkSnippet(context, attributes)
    return snippetResource(changeSnippet(context, snippet, attributes), context)
  },

  deleteSnippet(context) {
    const { project, snippet } = context
    mustChangeSnippet(context, project, snippet)
    mustBeUnmodified(context, snippet.updated_at)
    removeSnippet(context, snippet)
    return undefined
  },

  getRawSnippet: ({ snippet }) => rawFile({ path: snippet.file_name, content: snippet.content }),

  getRawSnippetFile({ snippet, release }, { ref, file_path }) {
    if (ref !== release.defaultBranch) throw notFound('Reference')
    const file = filesOf(snippet).find(({ path }) => path === file_path)
    if (!file) throw notFound('File')
    return rawFile(file)
  },
} satisfies OperationsOf<'v4', 'Snippets'>

/** The files of a new snippet: those that are listed, or the one that stands by itself. */
function givenFiles({
  files = [],
  content = '',
  file_name,
}: {
  readonly files?: readonly { readonly file_path: string; readonly content: string }[]
  readonly content?: string
  readonly file_name?: string
}): [SnippetFile, ...SnippetFile[]] {
  const blank = files.findIndex((file) => file.content.trim() === '')
  if (blank >= 0) throw wrongParameters([{ name: `files[${blank}][content]`, problem: 'is empty' }])
  const [first, ...others] = files.map((file) => ({ path: file.file_path, content: file.content }))
  if (first) return [first, ...others]
  if (file_name === undefined) throw missingAttribute('file_name')
  return [{ path: file_name, content }]
}

/** What a change makes of the files; 422 where it cannot be, 400 for one text where there are several files. */
function changedFiles(
  snippet: SnippetRecord,
  {
    files: actions,
    content: code,
    file_name,
  }: {
    readonly files?: readonly FileAction[]
    readonly content?: string
    readonly file_name?: string
  },
) {
  if (actions) {
    const [first, ...more_files] = filesAfter(filesOf(snippet), actions) ?? []
    if (!first) throw nestedError(422, 'Snippet actions have invalid data')
    return { file_name: first.path, code: first.content, more_files }
  }
  const isOne = code === undefined && file_name === undefined
  if (!isOne && snippet.more_files.length > 0) {
    const reason = 'To update Snippets with multiple files, you must use the `files` parameter'
    throw nestedError(400, reason)
  }
  return { file_name, code }
}

function rawFile({ path, content }: SnippetFile): FileAnswer {
  return { body: content, type: 'text/plain', name: path }
}
