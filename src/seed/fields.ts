import { z } from 'zod'
import { readTime } from '../contract/time.ts'

/** What the entries of a seed are written with. */
export const path = z
  .string()
  .regex(/^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/, 'must be a name of letters, digits, "_", "-" and "."')
export const username = path.describe('A username.')
export const projectPath = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be NAMESPACE/PROJECT')
export const visibility = z.enum(['private', 'internal', 'public'])
export const accessLevel = z.enum(['guest', 'reporter', 'developer', 'master', 'owner'])
export const sharedLevel = accessLevel.exclude(['owner'])
export const day = z.iso.date('must be a day, YEAR-MONTH-DAY')
export const time = z
  .string()
  .refine((text) => readTime(text) !== undefined, 'must be an ISO 8601 time')
export const id = z.int().positive()
