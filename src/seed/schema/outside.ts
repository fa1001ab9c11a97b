import { z } from '../../shared/zod.ts'
import { address, projectPath, text } from './fields.ts'

/** The format of a remote mirror, to which a project would be pushed. */
export const seedRemoteMirror = z.strictObject({
  project: projectPath.check(z.describe('The mirrored project.')),
  url: address.check(z.describe('The address of the mirror, with credentials if it needs any.')),
  enabled: z.optional(z.boolean()).check(z.describe('Whether it is enabled; by default false.')),
  only_protected_branches: z.optional(z.boolean()).check(z.describe('By default false.')),
})

/** The format of a domain for the pages of a project. */
export const seedPagesDomain = z.strictObject({
  project: projectPath.check(z.describe('The project of the Pages site.')),
  domain: text.check(z.describe('The domain, which must be unique.')),
  verified: z
    .optional(z.boolean())
    .check(z.describe('Whether the ownership of the domain was verified; by default false.')),
})
