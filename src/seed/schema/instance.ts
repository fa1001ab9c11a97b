import { z } from '../../shared/zod.ts'

/** A topic as a seed writes it; those that projects name need no entry. */
export const seedTopic = z.strictObject({
  name: z.string().check(z.describe('Unique, whatever its case.')),
  title: z.optional(z.string()).check(z.describe('What is shown; the name by default.')),
  description: z.optional(z.string()).check(z.describe('What it is about.')),
})

/** A variable of the jobs of all projects, as a seed writes it. */
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
