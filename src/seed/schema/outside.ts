import { z } from '../../shared/zod.ts'
import { address, projectPath, text } from './fields.ts'

/** The format of a remote mirror, to which a project would be pushed. */
export const seedRemoteMirror = z.strictObject({
  project: projectPath.check(z.describe('The project that would be pushed.')),
  url: address.check(z.describe('Where to, with credentials where it needs any.')),
  enabled: z.optional(z.boolean()).check(z.describe('Whether it is on; false where not said.')),
  only_protected_branches: z.optional(z.boolean()).check(z.describe('false where not said.')),
})

/** The format of a domain for the pages of a project. */
export const seedPagesDomain = z.strictObject({
  project: projectPath.check(z.describe('The project whose pages it would show.')),
  domain: text.check(z.describe('Its name; unique.')),
  verified: z
    .optional(z.boolean())
    .check(z.describe("Whether it was found to be the owner's; false where not said.")),
})
