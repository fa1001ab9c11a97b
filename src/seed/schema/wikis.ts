import { z } from '../../shared/zod.ts'
import { wikiPageModel } from '../../store/models/wiki-page.ts'
import { projectPath, text, time, username } from './fields.ts'

/** The format of a wiki page. */
export const seedWikiPage = z.strictObject({
  project: projectPath.check(z.describe('The project of the wiki.')),
  title: text.check(z.describe('The title, after the folders of the page: `guides/Setup`.')),
  content: text.check(z.describe('The content of the page.')),
  format: z
    .optional(wikiPageModel.shape.format)
    .check(z.describe('The markup; by default markdown.')),
  author: z
    .optional(username)
    .check(z.describe('The author; by default the owner of the project.')),
  created_at: z.optional(time).check(z.describe('The time of writing.')),
})
