import { z } from '../../shared/zod.ts'
import { id, text, time, username } from './fields.ts'

/** The format of notes, awards, subscriptions and todos on issues, merge requests and snippets. */
export const author = z
  .optional(username)
  .check(z.describe("The project's owner where nobody is named."))
export const ids = {
  id: z.optional(id).check(z.describe('The next free id where not said.')),
  iid: z.optional(id).check(z.describe('The next number in the project where not said.')),
}
export const created = z
  .optional(time)
  .check(z.describe('When it was made; when the project was, where not said.'))
export const updated = z
  .optional(time)
  .check(z.describe('When it last changed, whatever else is said of it.'))

const seedAward = z.strictObject({
  name: text.check(z.describe('The emoji, by name without colons.')),
  by: username.check(z.describe('Who awarded it.')),
})

const awards = z.optional(z.array(seedAward)).check(z.describe('Emoji that were awarded to it.'))

const line = z.optional(z.int().check(z.positive()))

const seedPlace = z
  .optional(
    z.strictObject({
      path: text.check(z.describe('The file.')),
      new_line: line.check(
        z.describe('A line of the file by now: an added one, or an unchanged one.'),
      ),
      old_line: line.check(
        z.describe('A line of the file before: a removed one, or an unchanged one.'),
      ),
    }),
  )
  .check(z.describe('The line of the diff that it is about, of a merge request.'))

const seedNote = z.strictObject({
  id: ids.id,
  author,
  body: text.check(z.describe('What was written.')),
  at: z
    .optional(time)
    .check(z.describe('When it was written; when its parent was made, where not said.')),
  system: z.optional(z.boolean()).check(z.describe('Whether the forge wrote it.')),
  internal: z.optional(z.boolean()).check(z.describe('Whether members alone see it.')),
  discussion: z.optional(z.string()).check(z.describe('Notes of one name make one discussion.')),
  resolvable: z
    .optional(z.boolean())
    .check(
      z.describe('Whether the discussion waits to be resolved; as its first note, where not said.'),
    ),
  resolved_by: z
    .optional(username)
    .check(z.describe('Who resolved the discussion; as its first note, where not said.')),
  line: seedPlace,
  awards,
})

const seedDraft = z.strictObject({
  author,
  note: text.check(z.describe('What was written.')),
  line: seedPlace,
})

/** The draft notes, which only merge requests have. */
export const drafts = z
  .optional(z.array(seedDraft))
  .check(z.describe('What reviewers wrote and did not publish yet.'))

/** The fields that issues, merge requests and snippets share. */
export const conversation = {
  notes: z.optional(z.array(seedNote)).check(z.describe('What was written about it.')),
  awards,
}

/** The fields that issues and merge requests share. */
export const attention = {
  subscribers: z.optional(z.array(username)).check(z.describe('Who asked to hear of it.')),
  unsubscribed: z.optional(z.array(username)).check(z.describe('Who asked to hear no more of it.')),
  todos: z.optional(z.array(username)).check(z.describe('Whom a todo reminds of it.')),
}

export type SeedDraft = z.output<typeof seedDraft>
export type SeedPlace = z.output<typeof seedPlace>
export type SeedNote = z.output<typeof seedNote>
export type SeedAward = z.output<typeof seedAward>
