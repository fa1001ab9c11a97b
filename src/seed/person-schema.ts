import { z } from 'zod'
import { notificationEvents, notificationLevels } from '../store/models/notification-setting.ts'
import {
  address,
  avatarAddress,
  day,
  email,
  id,
  memberships,
  path,
  projectPath,
  text,
  time,
  username,
  visibility,
} from './fields.ts'

/** How a seed writes people and the groups that they are in. */
const token = z.strictObject({
  token: text.describe('The token itself.'),
  name: z.string().optional().describe('What the token is for.'),
  scopes: z
    .array(z.enum(['api', 'read_user']))
    .optional()
    .describe('What the token opens; the whole API where not said.'),
  expires_at: day.optional().describe('The first day on which it opens nothing.'),
  revoked: z.boolean().optional().describe('Whether it was taken back.'),
})

const key = z.strictObject({
  title: z.string().describe('What the key is called.'),
  key: z.string().describe('The public key, as in an id_ed25519.pub.'),
  created_at: time.optional().describe('When it was added; when the user was, where not said.'),
})

const identity = z.strictObject({
  provider: z.string().describe('The service, such as github.'),
  extern_uid: z.string().describe('What the service calls the user.'),
})

const notificationSetting = z.strictObject({
  level: z.enum(notificationLevels).describe('How much the user is told.'),
  events: z
    .array(z.enum(notificationEvents))
    .optional()
    .describe('What the user is told of at the level custom.'),
})

export const seedUser = z.strictObject({
  id: id.optional().describe('The next free id where not said.'),
  username: username.describe('The username; with it the path of the personal namespace.'),
  name: z.string().optional().describe('The username where there is none.'),
  email: email.optional().describe('USERNAME@example.com where there is none.'),
  token: z.string().optional().describe('The private token; USERNAME-token where there is none.'),
  password: z.string().optional().describe('For POST /session.'),
  admin: z.boolean().optional().describe('Whether the user administers the instance.'),
  external: z
    .boolean()
    .optional()
    .describe('Whether the user sees internal projects as a member only.'),
  state: z.enum(['active', 'blocked']).optional().describe('active where not said.'),
  blocked_by_directory: z
    .boolean()
    .optional()
    .describe('Whether the directory (LDAP) blocked them, which the API cannot undo.'),
  bio: z.string().optional().describe('What the user says of themselves.'),
  location: z.string().optional().describe('Where the user is.'),
  organization: z.string().optional().describe('Where the user works.'),
  skype: z.string().optional().describe('The Skype name.'),
  linkedin: z.string().optional().describe('The LinkedIn name.'),
  twitter: z.string().optional().describe('The Twitter name.'),
  website_url: address.optional().describe("The user's website."),
  avatar_url: avatarAddress
    .optional()
    .describe('Where the picture is: a URL, or a path of this forge such as /avatars/jane.svg.'),
  projects_limit: z
    .int()
    .nonnegative()
    .optional()
    .describe('How many personal projects the user may have.'),
  can_create_group: z.boolean().optional().describe('Whether the user may make groups.'),
  two_factor_enabled: z.boolean().optional().describe('Whether a second factor is set up.'),
  created_at: time.optional().describe('When the user signed up.'),
  last_sign_in_at: time.optional().describe('When the user last signed in.'),
  identities: z.array(identity).optional().describe('The user at other services.'),
  emails: z.array(email).optional().describe('Secondary addresses.'),
  keys: z.array(key).optional().describe('SSH keys.'),
  personal_access_tokens: z.array(token).optional().describe('Tokens that the user made.'),
  oauth_tokens: z.array(token).optional().describe('Tokens that applications hold.'),
  sessions: z.array(text).optional().describe('Values of the session cookie.'),
  stars: z.array(projectPath).optional().describe('Projects that the user starred.'),
  notifications: z
    .record(z.string(), notificationSetting)
    .optional()
    .describe('By `global`, the path of a group, or NAMESPACE/PROJECT.'),
})

export const seedGroup = z.strictObject({
  id: id.optional().describe('The next free id of the namespaces where not said.'),
  path: path.describe('The path of the group, which addresses begin with.'),
  name: z.string().optional().describe('The path where there is none.'),
  description: z.string().optional().describe('What the group is for.'),
  visibility: visibility.optional().describe('Who sees the group; private where not said.'),
  lfs_enabled: z.boolean().optional().describe('Whether projects may use large file storage.'),
  request_access_enabled: z.boolean().optional().describe('Whether users may ask for access.'),
  avatar_url: avatarAddress.optional().describe('Where the picture is: a URL, or a path here.'),
  created_at: time.optional().describe('When the group was made.'),
  members: memberships.optional(),
})

export type SeedToken = z.output<typeof token>
export type SeedUser = z.output<typeof seedUser>
export type SeedGroup = z.output<typeof seedGroup>
