import { forbidden, notFound } from '../../../contract/errors.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import { byCreation } from '../../../store/record-orders.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { seesSnippet } from '../../access/tracker-visibility.ts'
import { changeSnippet, mustChangeSnippet } from '../../domain/snippets/change.ts'
import { checkSnippet, createSnippet, mustCreateSnippet } from '../../domain/snippets/create.ts'
import { filesOf } from '../../domain/snippets/files.ts'
import { removeSnippet } from '../../domain/tracker/remove.ts'
import { snippetResource } from '../../resources/v4/snippet.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { changedFiles, givenFiles, rawFile } from './snippet-files.ts'

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
    checkSnippet(context, attributes, 'content')
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
    checkSnippet(context, attributes, 'content')
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

  getUserAgentDetailOfSnippet() {
    throw notFound('UserAgentDetail')
  },
} satisfies OperationsOf<'v4', 'Snippets'>
