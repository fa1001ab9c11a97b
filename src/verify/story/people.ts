import type { Credential } from '../client/encode.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { idOf } from '../fixture/values.ts'
import type { Accounts } from './accounts.ts'
import { at } from './bodies.ts'
import { type Caller, CannotGoOn, createCaller, type Run } from './caller.ts'
import type { Instance } from './instance.ts'
import type { Person, TestContext, UserAccount, UserOptions } from './test-context.ts'

export interface Maker {
  readonly run: Run
  readonly admin: Caller
  readonly instance: Instance
  readonly source: () => string
  readonly accounts: Accounts
  readonly eventually: TestContext['eventually']
}

/**
 * Returns a plain user that no check changes: a new one or, where the server refuses to create users, the one whose
 * token was provided. It is never blocked, changed or deleted.
 */
export async function plainPerson(maker: Maker): Promise<Person> {
  const { accounts } = maker
  try {
    return await createPerson(maker, {})
  } catch (error) {
    const { given, refusal } = accounts
    if (!(error instanceof CannotGoOn) || !given || refusal === undefined) throw error
    return { ...given, password: '', ...signIn(maker, given.username, given.token) }
  }
}

/** Returns the same user, whose calls are reported as those of the story that makes them. */
export function personOf(maker: Maker, person: Person): Person {
  return { ...person, ...signIn(maker, person.username, person.token) }
}

/** Creates a user with a token, as the administrator. */
export async function createPerson(maker: Maker, options: UserOptions): Promise<Person> {
  const { run } = maker
  const account = await createAccount(maker, options)
  const { id, username } = account
  const judged = judgedApis[run.contract.api]
  const token = judged.showsTokenOfNewUser ? await tokenOf(maker, id) : await newTokenOf(maker, id)
  run.client.masking.add(token)
  return { ...account, token, ...signIn(maker, username, token) }
}

/** Creates a user, as the administrator. */
export async function createAccount(
  { run, admin, instance, accounts }: Maker,
  options: UserOptions,
): Promise<UserAccount> {
  if (accounts.refusal !== undefined) throw new CannotGoOn(accounts.refusal)
  const username = run.sandbox.names.next('user')
  const account = {
    username,
    name: `Forgery ${username.split('-').at(-1)}`,
    email: `${username}@${instance.mailDomain}`,
    password: instance.passwords.next(),
  }
  run.client.masking.add(account.password)
  // Limits are set explicitly, since the defaults of a server may forbid projects and groups.
  const parameters = {
    ...account,
    ...judgedApis[run.contract.api].confirmedUser,
    ...(options.external ? {} : { projects_limit: 100, can_create_group: true }),
    ...options,
  }
  const { body } = await admin.perform('createUser', parameters, { mayBeRefused: accounts.refuse })
  accounts.hasMade()
  const createdAt = at(body, 'created_at')
  instance.observe(typeof createdAt === 'string' ? createdAt : undefined)
  return { ...account, id: idOf(body, 'createUser') }
}

function signIn({ run, source }: Maker, who: string, token: string): Caller {
  const credential: Credential = { kind: 'private token', token }
  return createCaller(run, who, credential, source, { hasRole: true })
}

/** Creates an access token for a user as the administrator, since v4 does not show private tokens. */
async function newTokenOf({ admin, instance, run }: Maker, id: number): Promise<string> {
  const { body } = await admin.perform('createPersonalToken', {
    user_id: id,
    name: run.sandbox.names.next('token'),
    scopes: ['api'],
    expires_at: instance.day(7),
  })
  const token = at(body, 'token')
  if (typeof token === 'string' && token !== '') return token
  throw new CannotGoOn('createPersonalToken answered no token')
}

export const SUDO_CARRIES_THE_TOKEN = 'With sudo the answer carries the private token of that user.'

/** Returns the private token of a user, which `getCurrentUser` with sudo shows. */
async function tokenOf({ admin, run, source }: Maker, id: number): Promise<string> {
  const { body, exchange } = await admin.call('getCurrentUser', {}, { sudo: id })
  const token = body?.private_token
  if (typeof token === 'string' && token !== '') return token
  run.judge.fail({
    operation: 'getCurrentUser',
    aspect: 'sudo:private_token',
    rule: SUDO_CARRIES_THE_TOKEN,
    source: source(),
    expected: 'a private_token',
    received: JSON.stringify(token) ?? 'nothing',
    exchanges: [exchange],
  })
  throw new CannotGoOn('getCurrentUser with sudo answered no private_token')
}
