import { z } from '../../shared/zod.ts'
import { broadcastMessageModel } from '../../store/models/broadcast-message.ts'
import { text, time } from './fields.ts'

const shown = broadcastMessageModel.shape

/** The format of a broadcast message. */
export const seedBroadcastMessage = z.strictObject({
  message: text.check(z.describe('The text of the message.')),
  starts_at: z.optional(time).check(z.describe('The time from which it is shown.')),
  ends_at: z
    .optional(time)
    .check(z.describe('The time until which it is shown; by default for an hour.')),
  color: z.optional(text).check(z.describe('The background colour, such as `#E75E40`.')),
  font: z.optional(text).check(z.describe('The text colour, such as `#FFFFFF`.')),
  broadcast_type: z
    .optional(shown.broadcast_type)
    .check(z.describe('Whether it is a banner or a notification.')),
  theme: z.optional(shown.theme).check(z.describe('The colour theme of later releases.')),
  dismissable: z.optional(z.boolean()).check(z.describe('Whether users can dismiss it.')),
  target_path: z
    .optional(text)
    .check(z.describe('The path of the pages that show it, with `*` for any text.')),
})

/** The format of a topic. Topics that projects name need no entry. */
export const seedTopic = z.strictObject({
  name: z.string().check(z.describe('The name, unique regardless of case.')),
  title: z.optional(z.string()).check(z.describe('The displayed title; by default the name.')),
  description: z.optional(z.string()).check(z.describe('The description of the topic.')),
})

/** The format of a variable for the jobs of all projects. */
export const seedVariable = z.strictObject({
  key: z.string().check(z.regex(/^\w+$/), z.describe('Letters, digits and `_`; unique.')),
  value: z.string().check(z.describe('The value.')),
  type: z
    .optional(z.enum(['env_var', 'file']))
    .check(z.describe('Whether jobs get the value itself, or a file with it.')),
  protected: z
    .optional(z.boolean())
    .check(z.describe('Whether only jobs of protected branches and tags get it.')),
  masked: z.optional(z.boolean()).check(z.describe('Whether it is masked in logs.')),
  raw: z
    .optional(z.boolean())
    .check(z.describe('Whether references to variables in it are not expanded.')),
  description: z.optional(z.string()).check(z.describe('The description of the variable.')),
})
