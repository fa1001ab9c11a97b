import { z } from '../../shared/zod.ts'
import { integrationModel } from '../../store/models/integration.ts'
import { groupPath, projectPath, text } from './fields.ts'

/** The format of an integration of a project or a group. */
export const seedIntegration = z.strictObject({
  project: z.optional(projectPath).check(z.describe('The project of the integration.')),
  group: z.optional(groupPath).check(z.describe('The group of the integration.')),
  slug: text.check(z.describe('The name of the integration in API v4, such as `emails-on-push`.')),
  settings: z
    .optional(integrationModel.shape.fields)
    .check(z.describe('Its fields and events, as in `PUT /projects/:id/integrations/:slug`.')),
})
