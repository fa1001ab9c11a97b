import { readTime } from '../../contract/time.ts'
import { visibilities } from '../../contract/visibility-levels.ts'
import { checkReferenceName } from '../../git/reference-name.ts'
import { isEmail } from '../../gitlab/domain/users/validation.ts'
import { z } from '../../shared/zod.ts'

/** The types of the fields that the entries of a seed are made of. */
const path = z
  .string()
  .check(
    z.regex(
      /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/,
      'must be a name of letters, digits, "_", "-" and "."',
    ),
  )
/** A full path with its parent groups: `a`, or `a/b/c`. */
export const groupPath = z
  .string()
  .check(
    z.regex(
      /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*(\/[a-zA-Z0-9_.][a-zA-Z0-9_.-]*)*$/,
      'must be a name of letters, digits, "_", "-" and ".", or several with "/" between them',
    ),
  )
export const username = path.check(z.describe('A username.'))
export const projectPath = z
  .string()
  .check(z.regex(/^[^/\s]+(\/[^/\s]+)+$/, 'must be NAMESPACE/PROJECT'))
export const visibility = z.enum(visibilities)
export const day = z.iso.date('must be a day, YEAR-MONTH-DAY')
export const time = z
  .string()
  .check(
    z.refine(
      (text) => readTime(text) !== undefined,
      'must be an ISO 8601 time, such as 2017-01-15T12:00:00Z, or a day',
    ),
  )
export const id = z.int().check(z.positive())
export const text = z.string().check(z.minLength(1))
export const email = z.string().check(z.refine(isEmail, 'must be an e-mail address'))
export const address = z.url({
  protocol: /^[a-z][a-z0-9+.-]*$/i,
  error: 'must be a URL, such as https://forge.example',
})
/** The URL of an avatar. A path of the forge itself needs no host: responses use that of the request. */
export const avatarAddress = z.union([z.string().check(z.regex(/^\//)), address], {
  error: 'must be a URL, or a path of this forge such as /avatars/jane.svg',
})
export const referenceName = z.string().check(
  z.superRefine((name, context) => {
    const reason = checkReferenceName(name)
    if (reason !== undefined) context.addIssue(reason)
  }),
)

const sharedLevels = ['guest', 'planner', 'reporter', 'developer', 'master', 'maintainer'] as const
const levels = [...sharedLevels, 'owner'] as const

export const accessLevel = z.enum(levels, { error: `must be ${levels.join(', ')}` })
export const sharedLevel = z.enum(sharedLevels, { error: `must be ${sharedLevels.join(', ')}` })

const membership = z.union(
  [
    accessLevel,
    z.strictObject({
      level: accessLevel.check(
        z.describe(
          'guest, planner, reporter, developer, master (or maintainer) or, for groups, owner.',
        ),
      ),
      expires_at: z.optional(day).check(z.describe('The first day without access.')),
      since: z
        .optional(time)
        .check(z.describe('The time of joining; by default the creation of the group or project.')),
      until: z
        .optional(time)
        .check(z.describe('The time of leaving, after which they are no member.')),
    }),
  ],
  {
    error: `must be ${levels.join(', ')}, or { level, expires_at, since, until }`,
  },
)
export const memberships = z
  .union([z.array(username), z.record(username, membership)])
  .check(
    z.describe('Usernames with their access levels; a plain list of usernames makes developers.'),
  )

export type SeedMembership = z.output<typeof membership>
export type SeedMemberships = z.output<typeof memberships>
