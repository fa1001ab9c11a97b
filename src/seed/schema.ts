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
  author: username.check(z.describe('Who did it.')),
  project: projectPath.check(z.describe('Where it happened.')),
  action: z.enum(eventActions).check(z.describe('What happened.')),
  at: time.check(z.describe('When it happened.')),
})

/**
 * The format of a seed: names instead of ids, words instead of numbers. Everything is optional but the names; missing
 * values get the defaults of the model. The JSON Schema for editors (`forgery/schemas/seed.json`) is generated from
 * this, with a description of each field.
 */
export const seedSchema = z.strictObject({
  $schema: z.optional(z.string()).check(z.describe('The JSON Schema of seeds, for editors.')),
  settings: z.optional(seedSettings).check(z.describe('The settings of the instance.')),
  users: z.optional(z.array(seedUser)).check(z.describe('Users; their ids follow this order.')),
  groups: z.optional(z.array(seedGroup)).check(z.describe('Groups with their members.')),
  projects: z.optional(z.array(seedProject)).check(z.describe('Projects, and what is in them.')),
  repositories: z
    .optional(
      z.array(
        z.extend(seedRepository, {
          project: projectPath.check(z.describe('Whose repository it is.')),
        }),
      ),
    )
    .check(z.describe('Of projects that do not hold theirs themselves, to keep long ones apart.')),
  trackers: seedTrackers,
  ...topLevelLists,
  ...buildLists,
  records: z
    .optional(seedRecords)
    .check(z.describe('A world as forge.export() writes it: every record as it is.')),
  events: z
    .optional(z.array(seedEvent))
    .check(z.describe('Activity that no other entry of the seed says.')),
  ...automationLists,
  ...accessLists,
  hooks: z
    .optional(z.array(seedHook))
    .check(z.describe('System hooks, and hooks of the projects that they name.')),
  access_requests: z
    .optional(z.array(seedAccessRequest))
    .check(z.describe('Who asked to become a member.')),
  invitations: z
    .optional(z.array(seedInvitation))
    .check(z.describe('Addresses that were invited to become members.')),
  remote_mirrors: z
    .optional(z.array(seedRemoteMirror))
    .check(z.describe('Where projects would be pushed to.')),
  pages_domains: z
    .optional(z.array(seedPagesDomain))
    .check(z.describe('Domains of the pages of projects.')),
  wiki_pages: z
    .optional(z.array(seedWikiPage))
    .check(z.describe('Pages of the wikis of projects.')),
  integrations: z
    .optional(z.array(seedIntegration))
    .check(z.describe('Services that projects and groups use.')),
  badges: z.optional(z.array(seedBadge)).check(z.describe('Badges of projects and groups.')),
  topics: z
    .optional(z.array(seedTopic))
    .check(z.describe('Topics; those that projects name (`tags`) need no entry.')),
  instance_variables: z
    .optional(z.array(seedVariable))
    .check(z.describe('Variables that the jobs of all projects are given.')),
  broadcast_messages: z
    .optional(z.array(seedBroadcastMessage))
    .check(z.describe('Messages of the instance to everybody.')),
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
