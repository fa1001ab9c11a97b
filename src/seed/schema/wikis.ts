import { z } from '../../shared/zod.ts'
import { wikiPageModel } from '../../store/models/wiki-page.ts'
import { projectPath, text, time, username } from './fields.ts'

/** The format of a wiki page. */
export const seedWikiPage = z.strictObject({
  project: projectPath.check(z.describe('The project whose wiki it is of.')),
  title: text.check(
    z.describe('What it is called, after the folders that it lies in: `guides/Setup`.'),
  ),
  content: text.check(z.describe('What it says.')),
  format: z.optional(wikiPageModel.shape.format).check(z.describe('markdown where not said.')),
  author: z
    .optional(username)
    .check(z.describe('Who wrote it; the owner of the project where not said.')),
  created_at: z.optional(time).check(z.describe('When it was written.')),
})
