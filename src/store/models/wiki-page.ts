import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** The current version of a wiki page of a project (schemas/v4/resources/wiki-page.json). */
export const wikiPageModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The title with hyphens for spaces, below its folders, each followed by a `/`. */
  slug: z.string(),
  format: z._default(z.enum(['markdown', 'rdoc', 'asciidoc', 'org']), 'markdown'),
  content: z.string(),
  /** The title of its front matter; null where it has none. */
  front_matter_title: z._default(z.nullable(z.string()), null),
  /** 40 hexadecimal digits that identify the current content. */
  version: z.string(),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.wikiPages`: a page of the wiki of a project. */
export type WikiPageRecord = z.output<typeof wikiPageModel>
