import { z } from '../../shared/zod.ts'
import { integrationModel } from '../../store/models/integration.ts'
import { groupPath, projectPath, text } from './fields.ts'

/** The format of an integration of a project or a group. */
export const seedIntegration = z.strictObject({
  project: z.optional(projectPath).check(z.describe('The project that uses it.')),
  group: z.optional(groupPath).check(z.describe('The group that uses it.')),
  slug: text.check(z.describe('What it is called in API v4, as `emails-on-push`.')),
  settings: z
    .optional(integrationModel.shape.fields)
    .check(
      z.describe('Its fields and events, as `PUT /projects/:id/integrations/:slug` has them.'),
    ),
})
