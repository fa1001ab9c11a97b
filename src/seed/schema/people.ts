import { z } from '../../shared/zod.ts'
import { tokenScopes } from '../../store/models/credential.ts'
import {
  allNotificationEvents,
  notificationLevels,
} from '../../store/models/notification-setting.ts'
import {
  address,
  avatarAddress,
  day,
  email,
  groupPath,
  id,
  memberships,
  projectPath,
  text,
  time,
  username,
  visibility,
} from './fields.ts'
import { groupPlanningLists } from './trackers.ts'

/** The format of users, and of the groups that they are members of. */
const token = z.strictObject({
  token: text.check(z.describe('The token itself.')),
  name: z.optional(z.string()).check(z.describe('What the token is for.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('What the token opens; the whole API where not said.')),
  expires_at: z.optional(day).check(z.describe('The first day on which it opens nothing.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether it was taken back.')),
  description: z.optional(z.string()).check(z.describe('More of what the token is for.')),
  impersonation: z
    .optional(z.boolean())
    .check(z.describe('Whether administrators made it to act as the user.')),
  created_at: z
    .optional(time)
    .check(z.describe('When it was made; when the user was, where not said.')),
})

const key = z.strictObject({
  title: z.string().check(z.describe('What the key is called.')),
  key: z.string().check(z.describe('The public key, as in an id_ed25519.pub.')),
  created_at: z
    .optional(time)
    .check(z.describe('When it was added; when the user was, where not said.')),
})

const identity = z.strictObject({
  provider: z.string().check(z.describe('The service, such as github.')),
  extern_uid: z.string().check(z.describe('What the service calls the user.')),
})

const notificationSetting = z.strictObject({
  level: z.enum(notificationLevels).check(z.describe('How much the user is notified of.')),
  events: z
    .optional(z.array(z.enum(allNotificationEvents)))
    .check(z.describe('What the user is notified of at the level custom.')),
})

export const seedUser = z.strictObject({
  id: z.optional(id).check(z.describe('The next free id where not said.')),
  username: username.check(z.describe('The username; with it the path of the personal namespace.')),
  name: z.optional(z.string()).check(z.describe('The username where there is none.')),
  email: z.optional(email).check(z.describe('USERNAME@example.com where there is none.')),
  token: z
    .optional(z.string())
    .check(z.describe('The private token; USERNAME-token where there is none.')),
  password: z
    .optional(z.string())
    .check(z.describe('What the user signs in with by name; none does where there is none.')),
  admin: z.optional(z.boolean()).check(z.describe('Whether the user administers the instance.')),
  external: z
    .optional(z.boolean())
    .check(z.describe('Whether the user sees internal projects as a member only.')),
  state: z
    .optional(z.enum(['active', 'blocked', 'deactivated', 'banned', 'blocked_pending_approval']))
    .check(z.describe('active where not said.')),
  blocked_by_directory: z
    .optional(z.boolean())
    .check(z.describe('Whether the directory (LDAP) blocked them, which the API cannot undo.')),
  bio: z.optional(z.string()).check(z.describe('What the user says of themselves.')),
  location: z.optional(z.string()).check(z.describe('Where the user is.')),
  organization: z.optional(z.string()).check(z.describe('Where the user works.')),
  job_title: z.optional(z.string()).check(z.describe('What the user does there.')),
  pronouns: z.optional(z.string()).check(z.describe('How the user is spoken of.')),
  public_email: z.optional(email).check(z.describe('The address that everybody is shown.')),
  private_profile: z
    .optional(z.boolean())
    .check(z.describe('Whether the profile is shown to nobody else.')),
  discord: z.optional(z.string()).check(z.describe('The id at Discord.')),
  github: z.optional(z.string()).check(z.describe('The name at GitHub.')),
  skype: z.optional(z.string()).check(z.describe('The Skype name.')),
  linkedin: z.optional(z.string()).check(z.describe('The LinkedIn name.')),
  twitter: z.optional(z.string()).check(z.describe('The Twitter name.')),
  website_url: z.optional(address).check(z.describe("The user's website.")),
  avatar_url: z
    .optional(avatarAddress)
    .check(
      z.describe('Where the picture is: a URL, or a path of this forge such as /avatars/jane.svg.'),
    ),
  projects_limit: z
    .optional(z.int().check(z.nonnegative()))
    .check(z.describe('How many personal projects the user may have.')),
  can_create_group: z.optional(z.boolean()).check(z.describe('Whether the user may make groups.')),
  two_factor_enabled: z
    .optional(z.boolean())
    .check(z.describe('Whether a second factor is set up.')),
  created_at: z.optional(time).check(z.describe('When the user signed up.')),
  last_sign_in_at: z.optional(time).check(z.describe('When the user last signed in.')),
  identities: z.optional(z.array(identity)).check(z.describe('The user at other services.')),
  emails: z.optional(z.array(email)).check(z.describe('Secondary addresses.')),
  keys: z.optional(z.array(key)).check(z.describe('SSH keys.')),
  personal_access_tokens: z
    .optional(z.array(token))
    .check(z.describe('Tokens that the user made.')),
  oauth_tokens: z.optional(z.array(token)).check(z.describe('Tokens that applications hold.')),
  sessions: z
    .optional(z.array(text))
    .check(
      z.describe(
        'Values of the cookie of a session: _service_session in v3, _gitlab_session in v4.',
      ),
    ),
  stars: z.optional(z.array(projectPath)).check(z.describe('Projects that the user starred.')),
  follows: z.optional(z.array(username)).check(z.describe('Whom the user follows.')),
  notifications: z
    .optional(z.record(z.string(), notificationSetting))
    .check(z.describe('By `global`, the path of a group, or NAMESPACE/PROJECT.')),
})

export const seedGroup = z.strictObject({
  id: z.optional(id).check(z.describe('The next free id of the namespaces where not said.')),
  path: groupPath.check(
    z.describe('The path of the group, which addresses begin with; a/b of a subgroup of a.'),
  ),
  name: z.optional(z.string()).check(z.describe('The path where there is none.')),
  description: z.optional(z.string()).check(z.describe('What the group is for.')),
  visibility: z
    .optional(visibility)
    .check(z.describe('Who sees the group; private where not said.')),
  lfs_enabled: z
    .optional(z.boolean())
    .check(z.describe('Whether projects may use large file storage.')),
  request_access_enabled: z
    .optional(z.boolean())
    .check(z.describe('Whether users may ask for access.')),
  avatar_url: z
    .optional(avatarAddress)
    .check(z.describe('Where the picture is: a URL, or a path here.')),
  archived: z.optional(z.boolean()).check(z.describe('Whether what is in it is read-only.')),
  created_at: z.optional(time).check(z.describe('When the group was made.')),
  members: z.optional(memberships),
  ...groupPlanningLists,
})

export type SeedToken = z.output<typeof token>
export type SeedUser = z.output<typeof seedUser>
export type SeedGroup = z.output<typeof seedGroup>
