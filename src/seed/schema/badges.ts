import { z } from '../../shared/zod.ts'
import { groupPath, projectPath, text } from './fields.ts'

/** The format of a badge. */
export const seedBadge = z.strictObject({
  project: z.optional(projectPath).check(z.describe('The project that shows it.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects show it.')),
  name: z.optional(text).check(z.describe('The name of the badge.')),
  link_url: text.check(
    z.describe('The address of the link, with placeholders such as `%{project_path}`.'),
  ),
  image_url: text.check(z.describe('The address of the image, with placeholders.')),
})
