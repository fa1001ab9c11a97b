import { notFound } from '../../../contract/errors.ts'
import { findProject } from '../../domain/find.ts'
import { paragraphs } from '../../resources/v4/html.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/markdown.yaml. */
export const markdown = {
  renderMarkdown({ store, viewer }, { text, project: path }) {
    const project = path === undefined ? undefined : findProject(store, path)
    if (path !== undefined && !(project && viewer.sees(project))) throw notFound('Project')
    return { html: paragraphs(text) }
  },
} satisfies OperationsOf<'v4', 'Markdown'>
