import { notFound } from '../../../contract/errors.ts'
import type { WikiPageRecord } from '../../../store/models/wiki-page.ts'
import { level } from '../../access/abilities.ts'
import { isReadOnly } from '../../access/viewer.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { addWikiFile, checkUpload } from '../../domain/uploads.ts'
import {
  changeWikiPage,
  checkWikiPage,
  createWikiPage,
  pageOfSlug,
  removeWikiPage,
  wikiPages,
} from '../../domain/wikis/pages.ts'
import { paragraphs } from '../../resources/v4/html.ts'
import { textHtml } from '../../resources/v4/text-html.ts'
import { wikiAttachment, wikiPageBasic, wikiPageResource } from '../../resources/v4/wiki-page.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/wikis.yaml. */
export const wikis = {
  listWikiPages(context, { with_content }) {
    context.viewer.must('read_wiki', context.project)
    const present = with_content ? (page: WikiPageRecord) => wikiPageResource(page) : wikiPageBasic
    return wikiPages(context, context.project).map(present)
  },

  getWikiPage(context, { slug, version, render_html }) {
    context.viewer.must('read_wiki', context.project)
    const page = pageOf(context, slug)
    if (version !== undefined && version !== page.version) throw notFound('Wiki Page')
    return wikiPageResource(page, render_html ? pageHtml(context, page) : undefined)
  },

  createWikiPage(context, { front_matter, ...request }) {
    const { viewer, project } = context
    viewer.must('create_wiki', project)
    checkWikiPage(context, project, request)
    const attributes = { ...request, front_matter_title: front_matter?.title }
    return wikiPageResource(createWikiPage(context, project, attributes))
  },

  updateWikiPage(context, { slug, front_matter, ...request }) {
    const { viewer, project } = context
    viewer.must('create_wiki', project)
    const page = pageOf(context, slug)
    checkWikiPage(context, project, request, page)
    const attributes = { ...request, front_matter_title: front_matter?.title }
    return wikiPageResource(changeWikiPage(context, page, attributes))
  },

  deleteWikiPage(context, { slug }) {
    mustRemovePages(context)
    removeWikiPage(context, pageOf(context, slug))
    return undefined
  },

  uploadWikiAttachment(context, { file, branch = 'main' }) {
    const { viewer, project } = context
    viewer.must('create_wiki', project)
    checkUpload(context, file)
    return wikiAttachment(addWikiFile(context, project, viewer.signedIn(), file), branch)
  },
} satisfies OperationsOf<'v4', 'Wikis'>

/** Returns a page as HTML; of other formats than Markdown only the paragraphs. */
function pageHtml(context: ProjectContext, { content, format }: WikiPageRecord): string {
  return format === 'markdown' ? textHtml(content, context.project, context) : paragraphs(content)
}

function pageOf(context: ProjectContext, slug: string): WikiPageRecord {
  const page = pageOfSlug(context, context.project, slug)
  if (!page) throw notFound('Wiki Page')
  return page
}

/**
 * Throws 403 unless the caller may delete pages: maintainers and planners can, unlike reporters and developers between
 * them.
 */
function mustRemovePages({ viewer, project }: ProjectContext): void {
  const isPlanner = viewer.projectLevel(project) === level.planner
  if (isPlanner && viewer.can('read_wiki', project) && !isReadOnly(project)) return
  viewer.must('admin_wiki', project)
}
