import { z } from '../../shared/zod.ts'
import { tokenScopes } from '../../store/models/credential.ts'
import { deployTokenScopes } from '../../store/models/deploy-token.ts'
import { accessLevel, day, groupPath, projectPath, text, time, username } from './fields.ts'

/** The format of OAuth applications and of tokens other than those of users. */
const seedApplication = z.strictObject({
  name: text.check(z.describe('The name of the application.')),
  client_id: z
    .optional(text)
    .check(z.describe('The OAuth 2 client id; by default the name in lower case with hyphens.')),
  client_secret: z
    .optional(text)
    .check(z.describe('The client secret; by default CLIENT_ID-secret.')),
  redirect_uris: z
    .array(text)
    .check(z.describe('The allowed redirect URIs, such as http://localhost:3000/callback.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('The scopes that it can request; by default the whole API.')),
  confidential: z
    .optional(z.boolean())
    .check(z.describe('Whether it can keep a secret; by default true.')),
  trusted: z.optional(z.boolean()).check(z.describe('Whether it skips the authorization page.')),
})

const seedDeployToken = z.strictObject({
  name: text.check(z.describe('The name of the token.')),
  project: z.optional(projectPath).check(z.describe('The project that it gives access to.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects it gives access to.')),
  username: z.optional(text).check(z.describe('The username; by default gitlab+deploy-token-ID.')),
  token: text.check(z.describe('The token, such as gldt-1.')),
  scopes: z
    .optional(z.array(z.enum(deployTokenScopes)))
    .check(z.describe('The scopes; by default read_repository.')),
  expires_at: z.optional(time).check(z.describe('The time of expiry.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether it was revoked.')),
})

const seedAccessToken = z.strictObject({
  name: text.check(z.describe('The name of the token, and of its bot user.')),
  project: z.optional(projectPath).check(z.describe('The project of the token.')),
  group: z.optional(groupPath).check(z.describe('The group of the token.')),
  created_by: username.check(z.describe('The user who created it.')),
  level: z
    .optional(accessLevel)
    .check(z.describe('The level of its bot user; by default maintainer.')),
  token: text.check(z.describe('The token.')),
  scopes: z
    .optional(z.array(z.enum(tokenScopes)))
    .check(z.describe('The scopes; by default the whole API.')),
  expires_at: z.optional(day).check(z.describe('The first day on which it is invalid.')),
  revoked: z.optional(z.boolean()).check(z.describe('Whether it was revoked.')),
})

/** The lists of a seed that this module defines. */
export const accessLists = {
  applications: z
    .optional(z.array(seedApplication))
    .check(z.describe('Applications that sign users in by OAuth 2.')),
  access_tokens: z
    .optional(z.array(seedAccessToken))
    .check(z.describe('Access tokens of projects and groups, each with a bot user.')),
  deploy_tokens: z
    .optional(z.array(seedDeployToken))
    .check(z.describe('Deploy tokens of projects and groups.')),
}

export type SeedAccessToken = z.output<typeof seedAccessToken>
export type SeedApplication = z.output<typeof seedApplication>
export type SeedDeployToken = z.output<typeof seedDeployToken>
