import { z } from '../../shared/zod.ts'
import { id, text, time, username } from './fields.ts'

/** The format of notes, awards, subscriptions and todos on issues, merge requests and snippets. */
export const author = z
  .optional(username)
  .check(z.describe('The author; by default the owner of the project.'))
export const ids = {
  id: z.optional(id).check(z.describe('The id; by default the next free one.')),
  iid: z.optional(id).check(z.describe('The number; by default the next one in the project.')),
}
export const created = z
  .optional(time)
  .check(z.describe('The time of creation; by default that of the project.'))
export const updated = z
  .optional(time)
  .check(z.describe('The time of the last change, whatever the times of other fields.'))

const seedAward = z.strictObject({
  name: text.check(z.describe('The name of the emoji without colons.')),
  by: username.check(z.describe('The user who awarded it.')),
})

const awards = z.optional(z.array(seedAward)).check(z.describe('The award emoji.'))

const line = z.optional(z.int().check(z.positive()))

const seedPlace = z
  .optional(
    z.strictObject({
      path: text.check(z.describe('The path of the file.')),
      new_line: line.check(
        z.describe('The line number in the new version: of an added or unchanged line.'),
      ),
      old_line: line.check(
        z.describe('The line number in the old version: of a removed or unchanged line.'),
      ),
    }),
  )
  .check(z.describe('The commented line of the diff of a merge request.'))

const seedNote = z.strictObject({
  id: ids.id,
  author,
  body: text.check(z.describe('The text of the note.')),
  at: z
    .optional(time)
    .check(z.describe('The time of writing; by default that of the creation of its parent.')),
  system: z.optional(z.boolean()).check(z.describe('Whether it is a system note.')),
  internal: z.optional(z.boolean()).check(z.describe('Whether only members can see it.')),
  discussion: z
    .optional(z.string())
    .check(z.describe('A name, which all notes of a discussion share.')),
  resolvable: z
    .optional(z.boolean())
    .check(z.describe('Whether the discussion can be resolved; by default as its first note.')),
  resolved_by: z
    .optional(username)
    .check(z.describe('The user who resolved the discussion; by default as its first note.')),
  line: seedPlace,
  awards,
})

const seedDraft = z.strictObject({
  author,
  note: text.check(z.describe('The text of the draft.')),
  line: seedPlace,
})

/** The draft notes, which only merge requests have. */
export const drafts = z
  .optional(z.array(seedDraft))
  .check(z.describe('Drafts of review comments that are not published yet.'))

/** The fields that issues, merge requests and snippets share. */
export const conversation = {
  notes: z.optional(z.array(seedNote)).check(z.describe('The notes.')),
  awards,
}

/** The fields that issues and merge requests share. */
export const attention = {
  subscribers: z.optional(z.array(username)).check(z.describe('The users who subscribed.')),
  unsubscribed: z.optional(z.array(username)).check(z.describe('The users who unsubscribed.')),
  todos: z.optional(z.array(username)).check(z.describe('The users with a to-do item about it.')),
}

export type SeedDraft = z.output<typeof seedDraft>
export type SeedPlace = z.output<typeof seedPlace>
export type SeedNote = z.output<typeof seedNote>
export type SeedAward = z.output<typeof seedAward>
