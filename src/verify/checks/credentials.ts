import type { Credential } from '../client/encode.ts'
import { unknownId } from '../sandbox/names.ts'
import { SUDO_CARRIES_THE_TOKEN } from '../story/people.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

/** All kinds of credentials, scopes, and all forms of sudo. */
export const credentials = story('credentials', { about: ['Users'] }, async (t) => {
  const person = await t.user()

  await t.chapter('private tokens', async () => {
    for (const kind of ['private token', 'private token in the query'] as const) {
      const aspect = `credential:${kind.replaceAll(' ', '-')}`
      await expectUser(t, aspect, { kind, token: person.token }, person.id)
    }
  })

  await t.chapter('the private token of a deleted user', async () => {
    const gone = await t.user()
    await t.admin.call('deleteUser', { id: gone.id })
    const rule = 'A token whose user was deleted opens nothing.'
    // The removal may continue in the background.
    const answer = await t.eventually(
      () => gone.attempt('getCurrentUser'),
      ({ status }) => status === 401,
    )
    t.expect(answer, 'revoked:user', rule).status([401])
  })

  await t.chapter('sudo', async () => {
    for (const sudo of [person.id, person.username]) {
      const as = t.caller('the administrator, by sudo', { sudo })
      const { body, exchange } = await as.call('getCurrentUser')
      const rule = 'With sudo an administrator acts as the user of that id or username.'
      const subject = { operation: 'getCurrentUser', exchange } as const
      t.expect(subject, 'sudo', rule).equal(body?.id, person.id)
      t.expect(subject, 'sudo:private_token', SUDO_CARRIES_THE_TOKEN).equal(
        body?.private_token,
        person.token,
      )
    }
    const inQuery = await t.request(`/user?sudo=${person.username}`)
    const rule = 'sudo may be sent in the query, too.'
    t.expect({ ...inQuery, operation: 'getCurrentUser' }, 'sudo:query', rule).equal(
      idOf(inQuery.body),
      person.id,
    )
    const plain = await person.call('getCurrentUser')
    const none = 'Without sudo the answer carries no private token.'
    const open = 'it is the caller’s own, and no sentence says that it is not shown'
    t.expect(plain, 'sudo:private_token', none, open).equal(plain.body?.private_token, undefined)
  })

  await t.chapter('sudo as a name that begins with the id of somebody', async () => {
    const sudo = `${person.id}-${person.username}`
    const as = t.caller('the administrator, by sudo', { sudo })
    const rule = 'A name that nobody has is unknown, whatever id it begins with: 404.'
    await t.refused(as, 'getCurrentUser', {}, [404], 'sudo:unknown', rule)
  })

  await t.chapter('sudo with the token in the query', () => checkAdministrator(t, person))

  await t.chapter('kinds that the API cannot make', () => checkOthers(t))
})

/** Checks that somebody may use sudo as long as they are an administrator. */
async function checkAdministrator(t: TestContext, person: Person): Promise<void> {
  const { id, token } = await t.user({ admin: true })
  const credential = { kind: 'private token in the query', token } as const
  const caller = t.caller('an administrator', { credential })
  const sudo = { sudo: person.username }
  const answer = await caller.call('getCurrentUser', {}, sudo)
  const rule = 'The header SUDO is as good with a private token in the query.'
  t.expect(answer, 'sudo', rule).equal(answer.body?.id, person.id)
  await t.admin.call('updateUser', { id, admin: false })
  const after = await caller.attempt('getCurrentUser', {}, sudo)
  const no = 'Whoever is no administrator any more may not use sudo.'
  t.expect(after, 'sudo:refused', no).status([403])
}

async function checkOthers(t: TestContext): Promise<void> {
  const { oauth, session, revoked, readUser } = t.credentials
  const given = [
    ['credential:oauth', oauth, ['bearer', 'access token in the query']],
    ['credential:session', session, ['session cookie']],
    ['credential:read_user', readUser, ['private token']],
  ] as const
  for (const [aspect, token, kinds] of given) {
    if (token === undefined) t.notTested('getCurrentUser', aspect, 'no such credential was given')
    else for (const kind of kinds) await expectUser(t, aspect, { kind, token })
  }
  await checkScope(t, readUser)
  if (revoked === undefined) {
    return t.notTested('getCurrentUser', 'revoked:token', 'no revoked token was given')
  }
  const caller = t.caller('a revoked token', { token: revoked })
  await t.refused(
    caller,
    'getCurrentUser',
    {},
    [401],
    'revoked:token',
    'A revoked token opens nothing.',
  )
}

/**
 * Checks a scope. The status of the refusal is not specified. The write names a key that does not exist: the token
 * belongs to a user that the run did not create, so a server that accepts it must not store anything.
 */
async function checkScope(t: TestContext, token: string | undefined): Promise<void> {
  const [read, write] = ['listProjects', 'deleteOwnSshKey'] as const
  if (token === undefined) {
    const reason = 'no token with the scope read_user was given'
    for (const one of [read, write]) t.notTested(one, 'scope:read_user', reason)
    return
  }
  const caller = t.caller('a token with the scope read_user', { token })
  const rule = 'A token with the scope read_user alone does not open what needs the scope api.'
  await t.refused(caller, read, {}, [401, 403], 'scope:read_user', rule)
  await t.refused(caller, write, { key_id: unknownId }, [401, 403], 'scope:read_user', rule)
}

async function expectUser(
  t: TestContext,
  aspect: string,
  credential: Credential,
  id?: number,
): Promise<void> {
  const answer = await t.caller(credential.kind, { credential }).attempt('getCurrentUser')
  const expectation = t.expect(answer, aspect, `A ${credential.kind} is a credential.`)
  if (expectation.status([200]) && id !== undefined) expectation.equal(idOf(answer.body), id)
}

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined
}
