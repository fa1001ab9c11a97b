import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

export const userModel = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(['active', 'blocked']).default('active'),
  /** Blocked by directory synchronisation: only the directory may change the state. */
  is_blocked_by_directory: z.boolean().default(false),
  password: z.string().nullable().default(null),
  /** After an administrator set the password, until the user signs in with a new one. */
  password_expires_at: timestamp.nullable().default(null),
  is_admin: z.boolean().default(false),
  is_external: z.boolean().default(false),
  avatar_url: z.string().nullable().default(null),
  bio: z.string().nullable().default(null),
  location: z.string().nullable().default(null),
  skype: z.string().nullable().default(''),
  linkedin: z.string().nullable().default(''),
  twitter: z.string().nullable().default(''),
  website_url: z.string().nullable().default(''),
  organization: z.string().nullable().default(null),
  notification_email: z.string().nullable().default(null),
  theme_id: z.int().default(2),
  color_scheme_id: z.int().default(1),
  projects_limit: z.int().default(10),
  can_create_group: z.boolean().default(true),
  two_factor_enabled: z.boolean().default(false),
  identities: z.array(z.object({ provider: z.string(), extern_uid: z.string() })).default([]),
  confirmed_at: timestamp.nullable().default(epoch),
  last_sign_in_at: timestamp.nullable().default(null),
  current_sign_in_at: timestamp.nullable().default(null),
  created_at: timestamp.default(epoch),
})

/** A record of `forge.db.users`: a user; their tokens are in `forge.db.credentials`. */
export type UserRecord = z.output<typeof userModel>
