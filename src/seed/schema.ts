import { z } from 'zod'
import { applicationSettingsModel } from '../store/models/application-settings.ts'
import { eventActions } from '../store/models/event.ts'
import { notificationEvents, notificationLevels } from '../store/models/notification-setting.ts'
import { buildLists } from './build-schema.ts'
import {
  accessLevel,
  day,
  id,
  path,
  projectPath,
  sharedLevel,
  time,
  username,
  visibility,
} from './fields.ts'
import { seedRepository } from './repository-schema.ts'
import { seedTrackers, trackerLists } from './tracker-schema.ts'

const membership = z.union(
  [
    accessLevel,
    z.strictObject({ level: accessLevel, expires_at: day.optional(), since: time.optional() }),
  ],
  { error: 'must be guest, reporter, developer, master or owner, or { level, expires_at, since }' },
)
const memberships = z.record(username, membership).describe('Usernames with their access levels.')

const token = z.strictObject({
  token: z.string().min(1),
  name: z.string().optional(),
  scopes: z.array(z.enum(['api', 'read_user'])).optional(),
  expires_at: day.optional(),
  revoked: z.boolean().optional(),
})

const seedUser = z.strictObject({
  id: id.optional(),
  username,
  name: z.string().optional().describe('The username where there is none.'),
  email: z.string().optional().describe('USERNAME@example.com where there is none.'),
  token: z.string().optional().describe('The private token; USERNAME-token where there is none.'),
  password: z.string().optional(),
  admin: z.boolean().optional(),
  external: z.boolean().optional(),
  state: z.enum(['active', 'blocked']).optional(),
  blocked_by_directory: z.boolean().optional(),
  bio: z.string().optional(),
  location: z.string().optional(),
  organization: z.string().optional(),
  skype: z.string().optional(),
  linkedin: z.string().optional(),
  twitter: z.string().optional(),
  website_url: z.string().optional(),
  avatar_url: z.string().optional(),
  projects_limit: z.int().nonnegative().optional(),
  can_create_group: z.boolean().optional(),
  two_factor_enabled: z.boolean().optional(),
  created_at: time.optional(),
  last_sign_in_at: time.optional(),
  identities: z.array(z.strictObject({ provider: z.string(), extern_uid: z.string() })).optional(),
  emails: z.array(z.string()).optional().describe('Secondary addresses.'),
  keys: z
    .array(z.strictObject({ title: z.string(), key: z.string(), created_at: time.optional() }))
    .optional(),
  personal_access_tokens: z.array(token).optional(),
  oauth_tokens: z.array(token).optional(),
  sessions: z.array(z.string().min(1)).optional().describe('Values of the session cookie.'),
  stars: z.array(projectPath).optional(),
  notifications: z
    .record(
      z.string(),
      z.strictObject({
        level: z.enum(notificationLevels),
        events: z.array(z.enum(notificationEvents)).optional(),
      }),
    )
    .optional()
    .describe('By `global`, the path of a group, or NAMESPACE/PROJECT.'),
})

const seedGroup = z.strictObject({
  id: id.optional(),
  path,
  name: z.string().optional(),
  description: z.string().optional(),
  visibility: visibility.optional(),
  lfs_enabled: z.boolean().optional(),
  request_access_enabled: z.boolean().optional(),
  avatar_url: z.string().optional(),
  created_at: time.optional(),
  members: memberships.optional(),
})

const seedProject = z.strictObject({
  id: id.optional(),
  path: projectPath,
  name: z.string().optional(),
  description: z.string().optional(),
  visibility: visibility.optional(),
  created_by: username.optional().describe('The owner of the namespace where nobody is named.'),
  created_at: time.optional(),
  default_branch: z.string().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string()).optional().describe('Topics, the tag_list of the API.'),
  forked_from: projectPath.optional(),
  avatar_url: z.string().optional(),
  issues_enabled: z.boolean().optional(),
  merge_requests_enabled: z.boolean().optional(),
  builds_enabled: z.boolean().optional(),
  wiki_enabled: z.boolean().optional(),
  snippets_enabled: z
    .boolean()
    .optional()
    .describe('Where not said, true if the project holds snippets here, else false.'),
  container_registry_enabled: z.boolean().optional(),
  shared_runners_enabled: z.boolean().optional(),
  lfs_enabled: z.boolean().optional(),
  public_builds: z.boolean().optional(),
  request_access_enabled: z.boolean().optional(),
  only_allow_merge_if_build_succeeds: z.boolean().optional(),
  only_allow_merge_if_all_discussions_are_resolved: z.boolean().optional(),
  external_issue_tracker: z.boolean().optional(),
  runners_token: z.string().optional(),
  ...trackerLists,
  members: memberships.optional(),
  shared_with: z.record(path, sharedLevel).optional().describe('Paths of groups with the level.'),
  repository: seedRepository.optional(),
})

const seedEvent = z.strictObject({
  author: username,
  project: projectPath,
  action: z.enum(eventActions),
  at: time,
})

const seedHook = z.strictObject({
  url: z.url(),
  token: z.string().optional(),
  push_events: z.boolean().optional(),
  tag_push_events: z.boolean().optional(),
  enable_ssl_verification: z.boolean().optional(),
  created_at: time.optional(),
})

/**
 * What a seed is written in: names instead of ids, words instead of numbers. Everything is optional
 * but the names, and what nobody wrote gets the default of the model. The JSON Schema for editors
 * (`forgery/schemas/seed.json`) is made from this.
 */
export const seedSchema = z.strictObject({
  $schema: z.string().optional(),
  settings: applicationSettingsModel
    .omit({ id: true, created_at: true, updated_at: true })
    .partial()
    .strict()
    .optional(),
  users: z.array(seedUser).optional(),
  groups: z.array(seedGroup).optional(),
  projects: z.array(seedProject).optional(),
  repositories: z
    .array(seedRepository.extend({ project: projectPath }))
    .optional()
    .describe('Of projects that do not hold theirs themselves, to keep long ones apart.'),
  trackers: seedTrackers,
  ...buildLists,
  events: z.array(seedEvent).optional(),
  hooks: z.array(seedHook).optional(),
})

/** A world to start from, as it is written. */
export type Seed = z.input<typeof seedSchema>
export type SeedToken = z.output<typeof token>
export type SeedUser = z.output<typeof seedUser>
export type SeedGroup = z.output<typeof seedGroup>
export type SeedProject = z.output<typeof seedProject>
export type SeedMembership = z.output<typeof membership>
