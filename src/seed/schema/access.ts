import { z } from '../../shared/zod.ts'
import { tokenScopes } from '../../store/models/credential.ts'
import { deployTokenScopes } from '../../store/models/deploy-token.ts'
import { accessLevel, day, groupPath, projectPath, text, time, username } from './fields.ts'

/** The format of OAuth applications and of tokens other than those of users. */
const seedApplication = z.strictObject({
  name: text.check(z.describe('What users see that it is called.')),
  client_id: z
    .optional(text)
    .check(
      z.describe('The client id of OAuth 2; the name in lower case with hyphens where not said.'),
    ),
  client_secret: z
    .optional(text)
    .check(z.describe('The client secret; CLIENT_ID-secret where not said.')),
  redirect_uris: z
    .array(text)
    .check(z.describe('Where users may be sent back to, such as http://localhost:3000/callback.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('What it may ask for; the whole API where not said.')),
  confidential: z
    .optional(z.boolean())
    .check(z.describe('Whether it can keep a secret; it can where not said.')),
  trusted: z
    .optional(z.boolean())
    .check(z.describe('Whether users are not asked whether it may act for them.')),
})

const seedDeployToken = z.strictObject({
  name: text.check(z.describe('What it is for.')),
  project: z.optional(projectPath).check(z.describe('The project that is read with it.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects are read with it.')),
  username: z
    .optional(text)
    .check(z.describe('The username that goes with it; gitlab+deploy-token-ID where not said.')),
  token: text.check(z.describe('The token itself, such as gldt-1.')),
  scopes: z
    .optional(z.array(z.enum(deployTokenScopes)))
    .check(z.describe('What it opens; read_repository where not said.')),
  expires_at: z.optional(time).check(z.describe('From when on it opens nothing.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether it was taken back.')),
})

const seedAccessToken = z.strictObject({
  name: text.check(z.describe('What it is for; its user is called so.')),
  project: z.optional(projectPath).check(z.describe('The project that it is of.')),
  group: z.optional(groupPath).check(z.describe('The group that it is of.')),
  created_by: username.check(z.describe('Who made it.')),
  level: z
    .optional(accessLevel)
    .check(z.describe('What its user is a member as; maintainer where not said.')),
  token: text.check(z.describe('The token itself.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('What it opens; the whole API where not said.')),
  expires_at: z.optional(day).check(z.describe('The first day on which it opens nothing.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether it was taken back.')),
})

/** The lists of a seed that this module defines. */
export const accessLists = {
  applications: z
    .optional(z.array(seedApplication))
    .check(z.describe('Applications that sign users in by OAuth 2.')),
  access_tokens: z
    .optional(z.array(seedAccessToken))
    .check(z.describe('Access tokens of projects and groups, each with a user of its own.')),
  deploy_tokens: z
    .optional(z.array(seedDeployToken))
    .check(z.describe('What machines read projects, or those of a group, with.')),
}

export type SeedAccessToken = z.output<typeof seedAccessToken>
export type SeedApplication = z.output<typeof seedApplication>
export type SeedDeployToken = z.output<typeof seedDeployToken>
