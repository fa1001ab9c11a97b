import { notFound } from '../../../contract/errors.ts'
import { findProject } from '../../domain/find.ts'
import { linkedReferences } from '../../resources/v4/text-references.ts'
import { Later } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/markdown.yaml. */
export const markdown = {
  renderMarkdown(context, { text, gfm, project: path }) {
    const { store, viewer } = context
    const project = path === undefined ? undefined : findProject(store, path)
    if (path !== undefined && !(project && viewer.sees(project))) throw notFound('Project')
    const references = gfm && project ? linkedReferences(context, project, text) : new Map()
    const gitlab = gfm ? { projectId: project?.id, references } : undefined
    // Most suites render nothing, so the parser is loaded with the first text.
    const rendering = import('../../resources/v4/markdown-html.ts')
    return new Later(rendering.then(({ markdownHtml }) => ({ html: markdownHtml(text, gitlab) })))
  },
} satisfies OperationsOf<'v4', 'Markdown'>
