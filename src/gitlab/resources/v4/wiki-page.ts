import type {
  WikiAttachment,
  WikiPage,
  WikiPageBasic,
} from '../../../contract/generated/v4/contract.ts'
import type { UploadRecord } from '../../../store/models/upload.ts'
import type { WikiPageRecord } from '../../../store/models/wiki-page.ts'
import { pictureType } from '../../domain/uploads.ts'
import { titleOfPage } from '../../domain/wikis/pages.ts'
import { paragraphs } from './html.ts'

/** A page of a wiki without what it says (schemas/v4/resources/wiki-page-basic.json). */
export function wikiPageBasic(page: WikiPageRecord): WikiPageBasic {
  const { format, slug, id } = page
  return { format, slug, title: titleOfPage(page), wiki_page_meta_id: id }
}

/** A page of a wiki; its text as HTML where that is asked for (schemas/v4/resources/wiki-page.json). */
export function wikiPageResource(page: WikiPageRecord, isHtml = false): WikiPage {
  const { content, front_matter_title: title } = page
  return {
    ...wikiPageBasic(page),
    content: isHtml ? paragraphs(content) : content,
    encoding: 'UTF-8',
    front_matter: title === null ? {} : { title },
  }
}

/** A file of a wiki (schemas/v4/resources/wiki-attachment.json); a picture is shown where a text refers to it. */
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
