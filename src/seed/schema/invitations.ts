import { z } from '../../shared/zod.ts'
import { accessLevel, day, email, groupPath, projectPath, time, username } from './fields.ts'

const place = {
  project: z.optional(projectPath).check(z.describe('The project.')),
  group: z.optional(groupPath).check(z.describe('The group.')),
}

/** The format of an access request. */
export const seedAccessRequest = z.strictObject({
  ...place,
  user: username,
  requested_at: z.optional(time).check(z.describe('The time of the request.')),
})

/** The format of an invitation to become a member, by email address. */
export const seedInvitation = z.strictObject({
  ...place,
  email: email.check(z.describe('The e-mail address.')),
  level: z.optional(accessLevel).check(z.describe('The level; by default developer.')),
  expires_at: z.optional(day).check(z.describe('The day on which the membership expires.')),
  invited_by: z.optional(username).check(z.describe('The user who invited them.')),
})
