import { z } from '../../shared/zod.ts'
import { broadcastMessageModel } from '../../store/models/broadcast-message.ts'
import { text, time } from './fields.ts'

const shown = broadcastMessageModel.shape

/** The format of a broadcast message. */
export const seedBroadcastMessage = z.strictObject({
  message: text.check(z.describe('What is shown.')),
  starts_at: z.optional(time).check(z.describe('From when on.')),
  ends_at: z.optional(time).check(z.describe('Until when; for an hour where it is not said.')),
  color: z.optional(text).check(z.describe('Of the background, as `#E75E40`.')),
  font: z.optional(text).check(z.describe('Of the letters, as `#FFFFFF`.')),
  broadcast_type: z
    .optional(shown.broadcast_type)
    .check(z.describe('Above the pages, or beside them.')),
  theme: z.optional(shown.theme).check(z.describe('The colours of later releases.')),
  dismissable: z.optional(z.boolean()).check(z.describe('Whether whoever has read it hides it.')),
  target_path: z.optional(text).check(z.describe('On which pages, with `*` for any text.')),
})

/** The format of a topic. Topics that projects name need no entry. */
export const seedTopic = z.strictObject({
  name: z.string().check(z.describe('Unique, whatever its case.')),
  title: z.optional(z.string()).check(z.describe('What is shown; the name by default.')),
  description: z.optional(z.string()).check(z.describe('What it is about.')),
})

/** The format of a variable for the jobs of all projects. */
export const seedVariable = z.strictObject({
  key: z.string().check(z.regex(/^\w+$/), z.describe('Letters, digits and `_`; unique.')),
  value: z.string().check(z.describe('What jobs are given.')),
  type: z
    .optional(z.enum(['env_var', 'file']))
    .check(z.describe('Whether jobs are given the value, or a file that holds it.')),
  protected: z.optional(z.boolean()).check(z.describe('Only for protected branches and tags.')),
  masked: z.optional(z.boolean()).check(z.describe('Whether logs hide it.')),
  raw: z.optional(z.boolean()).check(z.describe('Whether variables in it are left as they are.')),
  description: z.optional(z.string()).check(z.describe('What it is for.')),
})
