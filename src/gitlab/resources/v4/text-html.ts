import { OnDemand } from '../../../shared/on-demand.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../../domain/context.ts'
import { paragraphs } from './html.ts'

/** The renderer of Markdown, which most suites never need. */
export const markdown = new OnDemand(() => import('./markdown-html.ts'))

/** Returns a text of a project as HTML, with all of GitLab's Markdown. */
export function textHtml(
  text: string | null,
  project: ProjectRecord,
  presentation: Presentation,
): string {
  if (!text) return ''
  if (isPlain(text)) return `<p dir="auto">${text}</p>`
  return markdown.module().markdownHtml(text, { project, presentation })
}

/** The texts of a list that are rendered, in characters: each may take long. */
const MAX_LENGTH_OF_LIST = 200_000

/** Returns what renders the texts of a list, of which those behind the first 200,000 characters become paragraphs. */
export function htmlOfList(
  project: ProjectRecord,
  presentation: Presentation,
): (text: string) => string {
  let length = 0
  return (text) => {
    length += text.length
    return length > MAX_LENGTH_OF_LIST ? paragraphs(text) : textHtml(text, project, presentation)
  }
}

/** The length of a description in GitLab; longer ones become paragraphs, since a list may show a hundred. */
const MAX_DESCRIPTION = 2000

/**
 * Returns the description of a project as HTML: without code blocks, lists and images, whose texts stay
 * (`Banzai::Pipeline::DescriptionPipeline`).
 */
export function descriptionHtml(project: ProjectRecord, presentation: Presentation): string {
  const description = project.description ?? ''
  if (description.length > MAX_DESCRIPTION) return paragraphs(description)
  const html = textHtml(description, project, presentation)
  return html.replace(/<\/?(?:pre|code|img|ol|ul|li)\b[^<>]*>/g, '')
}

/**
 * Returns a title, or the description of a label, as HTML: emoji and references, no other Markdown
 * (`Banzai::Pipeline::SingleLinePipeline`). Labels of groups have no project, and no references.
 */
export function lineHtml(
  text: string | null,
  project: ProjectRecord | undefined,
  presentation: Presentation,
): string {
  if (!text || isPlain(text)) return text ?? ''
  return markdown.module().lineHtml(text, { project, presentation })
}

/** Returns what a user says they are doing as HTML: emoji, no other Markdown (`Banzai::Pipeline::EmojiPipeline`). */
export function emojiHtml(text: string): string {
  return isPlain(text) ? text : markdown.module().lineHtml(text)
}

/** Whether a text is one line of words that no Markdown changes: most descriptions of projects are. */
function isPlain(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} ,.;?()-]*$/u.test(text) && !/[0-9a-f]{7}|www\.|\s$/i.test(text)
}
