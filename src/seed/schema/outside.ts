import { z } from '../../shared/zod.ts'
import { address, projectPath, text } from './fields.ts'

/** Where a project would be pushed to, as a seed writes it. */
export const seedRemoteMirror = z.strictObject({
  project: projectPath.check(z.describe('The project that would be pushed.')),
  url: address.check(z.describe('Where to, with credentials where it needs any.')),
  enabled: z.optional(z.boolean()).check(z.describe('Whether it is on; false where not said.')),
  only_protected_branches: z.optional(z.boolean()).check(z.describe('false where not said.')),
})

/** A domain of the pages of a project, as a seed writes it. */
export const seedPagesDomain = z.strictObject({
  project: projectPath.check(z.describe('The project whose pages it would show.')),
  domain: text.check(z.describe('Its name; unique.')),
  verified: z
    .optional(z.boolean())
    .check(z.describe("Whether it was found to be the owner's; false where not said.")),
})
