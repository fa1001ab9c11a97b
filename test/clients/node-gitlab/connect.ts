import client, { type NodeGitlab } from 'node-gitlab'
import type { Running } from '../running-forge.ts'

/** The client `node-gitlab`, signed in by a user's token. It sends forms, and the token as a field of them. */
export function nodeGitlabOf({ url }: Running, username: string): NodeGitlab {
  return client.createPromise({ api: `${url}/api/v3`, privateToken: `${username}-token` })
}

/** The client without a token: it sends an empty one. */
export function anonymousNodeGitlab({ url }: Running): NodeGitlab {
  return client.createPromise({ api: `${url}/api/v3` })
}
