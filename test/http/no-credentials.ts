import type { PresentedCredentials } from '../../src/gitlab/access/credentials.ts'

/** What a request presents where it does not say who is asking. */
export const noCredentials: PresentedCredentials = {
  privateToken: undefined,
  accessToken: undefined,
  session: undefined,
  sudo: undefined,
}
