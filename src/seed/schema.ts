import { eventActions } from '../contract/event-names.ts'
import { z } from '../shared/zod.ts'
import { accessLists } from './schema/access.ts'
import { automationLists } from './schema/automation.ts'
import { seedBadge } from './schema/badges.ts'
import { buildLists } from './schema/builds.ts'
import { projectPath, time, username } from './schema/fields.ts'
import { seedHook } from './schema/hooks.ts'
import { seedBroadcastMessage, seedTopic, seedVariable } from './schema/instance.ts'
import { seedIntegration } from './schema/integrations.ts'
import { seedAccessRequest, seedInvitation } from './schema/invitations.ts'
import { seedPagesDomain, seedRemoteMirror } from './schema/outside.ts'
import { seedGroup, seedUser } from './schema/people.ts'
import { seedProject } from './schema/projects.ts'
import { seedRecords } from './schema/records.ts'
import { seedRepository } from './schema/repositories.ts'
import { seedSettings } from './schema/settings.ts'
import { seedTrackers, topLevelLists } from './schema/trackers.ts'
import { seedWikiPage } from './schema/wikis.ts'

const seedEvent = z.strictObject({
  author: username.check(z.describe('The user who did it.')),
  project: projectPath.check(z.describe('The project of the event.')),
  action: z.enum(eventActions).check(z.describe('The action.')),
  at: time.check(z.describe('The time of the event.')),
})

/**
 * The format of a seed: names instead of ids, words instead of numbers. Everything is optional but the names; missing
 * values get the defaults of the model. The JSON Schema for editors (`forgery/schemas/seed.json`) is generated from
 * this, with a description of each field.
 */
export const seedSchema = z.strictObject({
  $schema: z.optional(z.string()).check(z.describe('The JSON Schema of seeds, for editors.')),
  settings: z.optional(seedSettings).check(z.describe('The settings of the instance.')),
  users: z.optional(z.array(seedUser)).check(z.describe('Users, with ids in this order.')),
  groups: z.optional(z.array(seedGroup)).check(z.describe('Groups with their members.')),
  projects: z.optional(z.array(seedProject)).check(z.describe('Projects with their content.')),
  repositories: z
    .optional(
      z.array(
        z.extend(seedRepository, {
          project: projectPath.check(z.describe('The project of the repository.')),
        }),
      ),
    )
    .check(
      z.describe(
        'Repositories of projects outside of their own entries, which keeps long ones apart.',
      ),
    ),
  trackers: seedTrackers,
  ...topLevelLists,
  ...buildLists,
  records: z
    .optional(seedRecords)
    .check(z.describe('A world in the form of forge.export(): every record unchanged.')),
  events: z
    .optional(z.array(seedEvent))
    .check(z.describe('Activity that no other entry of the seed causes.')),
  ...automationLists,
  ...accessLists,
  hooks: z.optional(z.array(seedHook)).check(z.describe('System hooks, and webhooks of projects.')),
  access_requests: z
    .optional(z.array(seedAccessRequest))
    .check(z.describe('Requests to become a member.')),
  invitations: z
    .optional(z.array(seedInvitation))
    .check(z.describe('E-mail addresses that were invited to become members.')),
  remote_mirrors: z
    .optional(z.array(seedRemoteMirror))
    .check(z.describe('Push mirrors of projects.')),
  pages_domains: z
    .optional(z.array(seedPagesDomain))
    .check(z.describe('Pages domains of projects.')),
  wiki_pages: z.optional(z.array(seedWikiPage)).check(z.describe('Wiki pages of projects.')),
  integrations: z
    .optional(z.array(seedIntegration))
    .check(z.describe('Integrations of projects and groups.')),
  badges: z.optional(z.array(seedBadge)).check(z.describe('Badges of projects and groups.')),
  topics: z
    .optional(z.array(seedTopic))
    .check(z.describe('Topics; the `tags` of projects need no entry.')),
  instance_variables: z
    .optional(z.array(seedVariable))
    .check(z.describe('CI/CD variables of all projects.')),
  broadcast_messages: z
    .optional(z.array(seedBroadcastMessage))
    .check(z.describe('Broadcast messages.')),
})

/**
 * An initial world in its written form: names instead of ids, words instead of numbers, times in ISO 8601. Everything
 * is optional but the names. `forgery/schemas/seed.json` describes each field.
 * @example
 * const seed: Seed = {
 *   users: [{ username: 'jane' }],
 *   projects: [{ path: 'jane/website', issues: [{ title: 'It leaks', labels: ['bug'] }] }],
 * }
 * const forge = await createForge({ seed })
 */
export type Seed = z.input<typeof seedSchema>

/** A seed as parsed by its schema. */
export type ReadSeed = z.output<typeof seedSchema>
