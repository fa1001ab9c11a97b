import client, { type CallingNodeGitlab, type NodeGitlab } from 'node-gitlab'
import type { Running } from '../running-forge.ts'

type Parameters = Record<string, unknown>

const optionsOf = ({ url }: Running, username: string) => ({
  api: `${url}/api/v3`,
  privateToken: `${username}-token`,
})

/**
 * The client `node-gitlab`, signed in by a user's token. It sends forms, and the token as a field of
 * them.
 */
export function nodeGitlabOf(running: Running, username: string): NodeGitlab {
  return client.createPromise(optionsOf(running, username))
}

/** The client without a token: it sends an empty one. */
export function anonymousNodeGitlab({ url }: Running): NodeGitlab {
  return client.createPromise({ api: `${url}/api/v3` })
}

/** The client in its form that calls back: some of its methods are in no other. */
export function callingNodeGitlabOf(running: Running, username: string): CallingNodeGitlab {
  return client.create(optionsOf(running, username))
}

/** Calls a method of that form. */
export function calledOf<Item>(
  call: (answered: (error: unknown, item: Item) => void) => void,
): Promise<Item> {
  return new Promise((resolve, reject) =>
    call((error, item) => (error ? reject(error) : resolve(item))),
  )
}

/** Posts JSON in the place of a form, which holds no list of objects as the client writes it. */
export function postJson(
  running: Running,
  username: string,
  path: string,
  parameters: Parameters,
): Promise<unknown> {
  const calling = callingNodeGitlabOf(running, username)
  const authenticate = calling.setAuthentication.bind(calling)
  calling.setAuthentication = (request) => {
    request.params.headers['Content-Type'] = 'application/json'
    return authenticate(request)
  }
  return calledOf((answered) => calling.request('post', path, parameters, answered))
}
