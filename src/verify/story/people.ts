import type { Credential } from '../client/credential.ts'
import { randomText } from '../sandbox/names.ts'
import { type Caller, CannotGoOn, createCaller, type Run } from './caller.ts'
import type { Instance } from './instance.ts'
import type { Person, UserOptions } from './teller.ts'

export interface Maker {
  readonly run: Run
  readonly admin: Caller
  readonly instance: Instance
  readonly source: () => string
}

/** Creates a user with a token of their own, as the administrator. */
export async function createPerson(
  { run, admin, instance, source }: Maker,
  options: UserOptions,
): Promise<Person> {
  const username = run.sandbox.names.next('user')
  const account = {
    username,
    name: `Forgery ${username.split('-').at(-1)}`,
    email: `${username}@${instance.mailDomain}`,
    password: randomText(16),
  }
  run.client.masking.add(account.password)
  // Limits are given, since the defaults of a server may forbid projects and groups.
  const { body } = await admin.call('createUser', {
    ...account,
    confirm: false,
    ...(options.external ? {} : { projects_limit: 100, can_create_group: true }),
    ...options,
  })
  instance.observe(body?.created_at)
  const id = body?.id
  if (id === undefined) throw new CannotGoOn('createUser answered no id')
  const token = await tokenOf(admin, id)
  run.client.masking.add(token)
  return { ...account, id, token, ...signIn(run, username, token, source) }
}

function signIn(run: Run, who: string, token: string, source: () => string): Caller {
  const credential: Credential = { kind: 'private token', token }
  return createCaller(run, who, credential, source)
}

/** `getCurrentUser` with sudo answers the private token of whom it is made as. */
async function tokenOf(admin: Caller, id: number): Promise<string> {
  const { body } = await admin.call('getCurrentUser', {}, { sudo: id })
  const token = body?.private_token
  if (typeof token === 'string' && token !== '') return token
  throw new CannotGoOn('getCurrentUser with sudo answered no private_token')
}
