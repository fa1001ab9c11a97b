import { z } from 'zod'

/** What the entries of a seed are written with. */
export const path = z.string().min(1)
export const username = z.string().min(1)
export const projectPath = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be NAMESPACE/PROJECT')
export const visibility = z.enum(['private', 'internal', 'public'])
export const accessLevel = z.enum(['guest', 'reporter', 'developer', 'master', 'owner'])
export const sharedLevel = accessLevel.exclude(['owner'])
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YEAR-MONTH-DAY')
export const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 time')
export const id = z.int().positive()
