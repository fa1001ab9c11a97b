import { z } from 'zod'
import { eventActions } from '../store/models/event.ts'
import { buildLists } from './build-schema.ts'
import { address, projectPath, time, username } from './fields.ts'
import { seedGroup, seedUser } from './person-schema.ts'
import { seedProject } from './project-schema.ts'
import { seedRecords } from './records/schema.ts'
import { seedRepository } from './repository-schema.ts'
import { seedSettings } from './settings-schema.ts'
import { topLevelLists } from './top-level-schema.ts'
import { seedTrackers } from './tracker-schema.ts'

const seedEvent = z.strictObject({
  author: username.describe('Who did it.'),
  project: projectPath.describe('Where it happened.'),
  action: z.enum(eventActions).describe('What happened.'),
  at: time.describe('When it happened.'),
})

const seedHook = z.strictObject({
  url: address.describe('Where the messages go.'),
  token: z.string().optional().describe('Sent in the header X-Gitlab-Token.'),
  push_events: z.boolean().optional().describe('Whether pushes to branches are told.'),
  tag_push_events: z.boolean().optional().describe('Whether pushes of tags are told.'),
  enable_ssl_verification: z.boolean().optional().describe('Shown, and otherwise without effect.'),
  paused: z.boolean().optional().describe('Whether the hook is sent nothing but tests.'),
  created_at: time.optional().describe('When the hook was added.'),
})

/**
 * What a seed is written in: names instead of ids, words instead of numbers. Everything is optional
 * but the names, and what nobody wrote gets the default of the model. The JSON Schema for editors
 * (`forgery/schemas/seed.json`) is made from this: each field says there what it is.
 */
export const seedSchema = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema of seeds, for editors.'),
  settings: seedSettings.optional().describe('The settings of the instance.'),
  users: z.array(seedUser).optional().describe('Users; their ids follow this order.'),
  groups: z.array(seedGroup).optional().describe('Groups with their members.'),
  projects: z.array(seedProject).optional().describe('Projects, and what is in them.'),
  repositories: z
    .array(seedRepository.extend({ project: projectPath.describe('Whose repository it is.') }))
    .optional()
    .describe('Of projects that do not hold theirs themselves, to keep long ones apart.'),
  trackers: seedTrackers,
  ...topLevelLists,
  ...buildLists,
  records: seedRecords
    .optional()
    .describe('A world as forge.export() writes it: every record as it is.'),
  events: z
    .array(seedEvent)
    .optional()
    .describe('What the activity lists tell and no other entry of the seed does.'),
  hooks: z.array(seedHook).optional().describe('System hooks.'),
})

/** A world to start from, as it is written. */
export type Seed = z.input<typeof seedSchema>

/** A seed as its schema reads it. */
export type ReadSeed = z.output<typeof seedSchema>
