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
  token: text.check(z.describe('The token.')),
  name: z.optional(z.string()).check(z.describe('The name of the token.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('The scopes of the token; the whole API (api) by default.')),
  expires_at: z.optional(day).check(z.describe('The first day on which the token is invalid.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether the token was revoked.')),
  description: z.optional(z.string()).check(z.describe('A description of the token.')),
  impersonation: z
    .optional(z.boolean())
    .check(z.describe('Whether administrators created it to impersonate the user.')),
  created_at: z
    .optional(time)
    .check(z.describe('The time of creation; by default that of the user.')),
})

const key = z.strictObject({
  title: z.string().check(z.describe('The title of the key.')),
  key: z.string().check(z.describe('The public key, as in an id_ed25519.pub.')),
  created_at: z
    .optional(time)
    .check(z.describe('The time of creation; by default that of the user.')),
})

const identity = z.strictObject({
  provider: z.string().check(z.describe('The identity provider, such as github.')),
  extern_uid: z.string().check(z.describe('The id of the user at the provider.')),
})

const notificationSetting = z.strictObject({
  level: z.enum(notificationLevels).check(z.describe('The notification level of the user.')),
  events: z
    .optional(z.array(z.enum(allNotificationEvents)))
    .check(z.describe('The notification events of the level custom.')),
})

export const seedUser = z.strictObject({
  id: z.optional(id).check(z.describe('The id; by default the next free one.')),
  username: username.check(
    z.describe('The username, which is also the path of the personal namespace.'),
  ),
  name: z.optional(z.string()).check(z.describe('The display name; by default the username.')),
  email: z
    .optional(email)
    .check(z.describe('The e-mail address; by default USERNAME@example.com.')),
  token: z.optional(z.string()).check(z.describe('The private token; by default USERNAME-token.')),
  password: z
    .optional(z.string())
    .check(z.describe('The password; without one the user cannot sign in by name.')),
  admin: z.optional(z.boolean()).check(z.describe('Whether the user is an administrator.')),
  external: z
    .optional(z.boolean())
    .check(z.describe('Whether the user can see internal projects only as a member.')),
  state: z
    .optional(z.enum(['active', 'blocked', 'deactivated', 'banned', 'blocked_pending_approval']))
    .check(z.describe('The state; by default active.')),
  blocked_by_directory: z
    .optional(z.boolean())
    .check(z.describe('Whether a directory (LDAP) blocked the user, which the API cannot undo.')),
  bio: z.optional(z.string()).check(z.describe('The biography in the profile.')),
  location: z.optional(z.string()).check(z.describe('The location of the user.')),
  organization: z
    .optional(z.string())
    .check(z.describe('The organization that the user works for.')),
  job_title: z.optional(z.string()).check(z.describe('The job title of the user.')),
  pronouns: z.optional(z.string()).check(z.describe('The pronouns of the user.')),
  public_email: z.optional(email).check(z.describe('The public e-mail address.')),
  private_profile: z
    .optional(z.boolean())
    .check(z.describe('Whether the profile is hidden from other users.')),
  discord: z.optional(z.string()).check(z.describe('The Discord id.')),
  github: z.optional(z.string()).check(z.describe('The GitHub username.')),
  skype: z.optional(z.string()).check(z.describe('The Skype name.')),
  linkedin: z.optional(z.string()).check(z.describe('The LinkedIn name.')),
  twitter: z.optional(z.string()).check(z.describe('The Twitter name.')),
  website_url: z.optional(address).check(z.describe('The website of the user.')),
  avatar_url: z
    .optional(avatarAddress)
    .check(
      z.describe(
        'The address of the avatar: a URL, or a path of this forge such as /avatars/jane.svg.',
      ),
    ),
  projects_limit: z
    .optional(z.int().check(z.nonnegative()))
    .check(z.describe('The maximum number of personal projects.')),
  can_create_group: z
    .optional(z.boolean())
    .check(z.describe('Whether the user can create groups.')),
  two_factor_enabled: z
    .optional(z.boolean())
    .check(z.describe('Whether two-factor authentication is enabled.')),
  created_at: z.optional(time).check(z.describe('The time of the sign-up.')),
  last_sign_in_at: z.optional(time).check(z.describe('The time of the last sign-in.')),
  identities: z
    .optional(z.array(identity))
    .check(z.describe('The identities at external providers.')),
  emails: z.optional(z.array(email)).check(z.describe('The secondary e-mail addresses.')),
  keys: z.optional(z.array(key)).check(z.describe('The SSH keys.')),
  personal_access_tokens: z
    .optional(z.array(token))
    .check(z.describe('The personal access tokens.')),
  oauth_tokens: z
    .optional(z.array(token))
    .check(z.describe('The OAuth tokens of applications that act for the user.')),
  sessions: z
    .optional(z.array(text))
    .check(
      z.describe('Values of the session cookie: _service_session in v3, _gitlab_session in v4.'),
    ),
  stars: z.optional(z.array(projectPath)).check(z.describe('The paths of the starred projects.')),
  follows: z.optional(z.array(username)).check(z.describe('The usernames of the followed users.')),
  notifications: z
    .optional(z.record(z.string(), notificationSetting))
    .check(
      z.describe('Notification settings by `global`, the path of a group, or NAMESPACE/PROJECT.'),
    ),
})

export const seedGroup = z.strictObject({
  id: z.optional(id).check(z.describe('The id; by default the next free one of the namespaces.')),
  path: groupPath.check(z.describe('The full path of the group, such as a/b for a subgroup of a.')),
  name: z.optional(z.string()).check(z.describe('The display name; by default the path.')),
  description: z.optional(z.string()).check(z.describe('The description of the group.')),
  visibility: z
    .optional(visibility)
    .check(z.describe('The visibility of the group; by default private.')),
  lfs_enabled: z.optional(z.boolean()).check(z.describe('Whether projects can use Git LFS.')),
  request_access_enabled: z
    .optional(z.boolean())
    .check(z.describe('Whether users can request access.')),
  avatar_url: z
    .optional(avatarAddress)
    .check(z.describe('The address of the avatar: a URL, or a path of this forge.')),
  archived: z
    .optional(z.boolean())
    .check(z.describe('Whether the group is archived, which makes its content read-only.')),
  created_at: z.optional(time).check(z.describe('The time of creation.')),
  members: z.optional(memberships),
  ...groupPlanningLists,
})

export type SeedToken = z.output<typeof token>
export type SeedUser = z.output<typeof seedUser>
export type SeedGroup = z.output<typeof seedGroup>
