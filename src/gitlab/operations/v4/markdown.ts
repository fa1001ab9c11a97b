import { notFound } from '../../../contract/errors.ts'
import { findProject } from '../../domain/find.ts'
import { markdown as renderer } from '../../resources/v4/text-html.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/markdown.yaml. */
export const markdown = {
  renderMarkdown(context, { text, gfm, project: path }) {
    const { store, viewer } = context
    const project = path === undefined ? undefined : findProject(store, path)
    if (path !== undefined && !(project && viewer.sees(project))) throw notFound('Project')
    return {
      html: renderer
        .module()
        .markdownHtml(text, gfm ? { project, presentation: context } : undefined),
    }
  },
} satisfies OperationsOf<'v4', 'Markdown'>
