import type {
  WikiAttachment,
  WikiPage,
  WikiPageBasic,
} from '../../../contract/generated/v4/contract.ts'
import type { UploadRecord } from '../../../store/models/upload.ts'
import type { WikiPageRecord } from '../../../store/models/wiki-page.ts'
import { pictureType } from '../../domain/uploads.ts'
import { titleOfPage } from '../../domain/wikis/pages.ts'

/** Returns a wiki page without its content (schemas/v4/resources/wiki-page-basic.json). */
export function wikiPageBasic(page: WikiPageRecord): WikiPageBasic {
  const { format, slug, id } = page
  return { format, slug, title: titleOfPage(page), wiki_page_meta_id: id }
}

/** Returns a wiki page, its content as HTML where that is given (schemas/v4/resources/wiki-page.json). */
export function wikiPageResource(page: WikiPageRecord, html?: string): WikiPage {
  const { content, front_matter_title: title } = page
  return {
    ...wikiPageBasic(page),
    content: html ?? content,
    encoding: 'UTF-8',
    front_matter: title === null ? {} : { title },
  }
}

/** Returns an uploaded file of a wiki (schemas/v4/resources/wiki-attachment.json), with Markdown that embeds images. */
export function wikiAttachment({ filename, secret }: UploadRecord, branch: string): WikiAttachment {
  const url = `uploads/${secret}/${filename}`
  const isPicture = pictureType(filename) !== undefined
  const text = isPicture ? `![${filename.replace(/\.[^.]*$/, '')}]` : `[${filename}]`
  return {
    file_name: filename,
    file_path: url,
    branch,
    link: { url, markdown: `${text}(${url})` },
  }
}
