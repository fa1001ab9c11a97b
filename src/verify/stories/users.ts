import type { OperationResponse } from '../client/answer.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import { unknownId } from '../sandbox/names.ts'
import { secretsOfUsers } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { search } from '../story/search.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

/** Usernames, e-mail addresses and keys are unique, and ids are never reused. */
export const uniqueAccounts = story(
  'what only one user may have',
  { about: ['Users', 'E-mails', 'SSH keys'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const account = () => {
      const username = t.name('user')
      return {
        username,
        name: 'Somebody',
        email: `${username}@${t.instance.mailDomain}`,
        password: t.instance.passwords.next(),
      }
    }

    await t.chapter('a username', async () => {
      await t.refused(
        t.admin,
        'createUser',
        { ...account(), username: jane.username },
        [400, 409],
        'unique:username',
        'A username that somebody has is refused.',
      )
      const listed = await t.admin.call('listUsers', { username: jane.username })
      t.expect(listed, 'unique:username', 'One user has a username.').equal(
        listed.body?.map(({ id }) => id),
        [jane.id],
      )
    })

    await t.chapter('an e-mail address', async () => {
      await t.refused(
        t.admin,
        'createUser',
        { ...account(), email: jane.email },
        [400, 409],
        'unique:email',
        'An e-mail address that somebody has is refused.',
      )
      await t.refused(
        t.admin,
        'updateUser',
        { id: bob.id, email: jane.email },
        [404],
        'unique:email',
        'Changing the e-mail address to one that somebody has is answered with 404.',
      )
      const read = await t.admin.call('getUser', { id: bob.id })
      t.expect(read, 'unique:email', 'A refused change changes nothing.').equal(
        read.body?.email,
        bob.email,
      )
    })

    await t.chapter('a further e-mail address', async () => {
      const email = t.email('mail')
      await jane.call('createOwnEmail', { email })
      const rule = 'An e-mail address that somebody has is answered with 400.'
      const refused = await t.refused(bob, 'createOwnEmail', { email }, [400], 'unique:email', rule)
      const ofBob = { id: bob.id, email }
      await t.refused(t.admin, 'createEmailOfUser', ofBob, [400], 'unique:email', rule)
      t.expect(
        refused,
        'error-message',
        'message names the property: has already been taken.',
      ).holds(
        namesProperty(refused.body, 'email'),
        '"message": {"email": ["has already been taken"]}',
        refused.body,
      )
    })

    await t.chapter('a key', async () => {
      const { key = '' } = (await jane.call('createOwnSshKey', newKey(t, t.name('key')))).body ?? {}
      const refused = await t.refused(
        bob,
        'createOwnSshKey',
        { title: 'the same', key },
        [400],
        'unique:key',
        'A key that somebody has is answered with 400.',
      )
      t.expect(refused, 'error-message', 'message is an object that names the property.').holds(
        typeof refused.body === 'object' &&
          refused.body !== null &&
          typeof Reflect.get(refused.body, 'message') === 'object',
        '"message": {"key": […]}',
        refused.body,
      )
    })

    await t.chapter('an id', async () => {
      const first = await jane.call('createOwnEmail', {
        email: t.email('mail'),
      })
      await jane.call('deleteOwnEmail', { email_id: first.body?.id ?? 0 })
      const second = await jane.call('createOwnEmail', {
        email: t.email('mail'),
      })
      t.expect(second, 'unique:id', 'The id of what was deleted is not given again.').holds(
        first.body?.id !== second.body?.id,
        `another id than ${first.body?.id}`,
        second.body?.id,
      )
    })
  },
)

function namesProperty(body: unknown, property: string): boolean {
  const message = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : null
  const errors =
    typeof message === 'object' && message !== null ? Reflect.get(message, property) : null
  return Array.isArray(errors) && errors.includes('has already been taken')
}

function newKey(t: TestContext, title: string) {
  return { title, key: t.instance.sshKeys.next() }
}

/** `blockUser` and `unblockUser`: the states of a user, and the permissions of blocked users. */
export const blocking = story('blocking and unblocking a user', { about: ['Users'] }, async (t) => {
  const person = await t.user()
  const stateOf = async () => (await t.admin.call('getUser', { id: person.id })).body?.state
  // A server may keep what it knows of a token or a list for a moment. The user is searched for, as GitLab 8.15 left
  // `active` and `blocked` unheard beside `username`.
  const listedEventually = (flag: 'active' | 'blocked', count: number) =>
    t.eventually(
      () => t.admin.call('listUsers', { search: person.username, [flag]: true }),
      ({ body }) => body?.length === count,
    )

  await t.chapter('blocking', async () => {
    const blocked = await t.admin.call('blockUser', { id: person.id })
    t.expect(blocked, 'transition:blocked', 'An active user who is blocked is then blocked.').equal(
      await stateOf(),
      'blocked',
    )
    const refused = await t.eventually(
      () => person.attempt('getCurrentUser'),
      ({ status }) => status >= 400,
    )
    t.expect(blocked, 'consequence:access', 'A blocked user is refused.').holds(
      refused.status === 401 || refused.status === 403,
      '401 or 403',
      refused.status,
    )
    const active = await listedEventually('active', 0)
    const listed = await listedEventually('blocked', 1)
    t.expect(
      blocked,
      'transition:blocked',
      'A blocked user is listed among the blocked alone.',
    ).equal([active.body?.length, listed.body?.map(({ id }) => id)], [0, [person.id]])
    const { username } = person
    const named = await search(t, t.admin, 'listUsers', { username }, [person.id])
    const rule = 'A blocked user is found by the username.'
    t.expect(named, 'parameter:username', rule).equal(ids(named.body), [person.id])
  })

  await t.chapter('unblocking', async () => {
    const unblocked = await t.admin.call('unblockUser', { id: person.id })
    t.expect(
      unblocked,
      'transition:active',
      'A blocked user who is unblocked is then active.',
    ).equal(await stateOf(), 'active')
    // Blocking may revoke the tokens of a user.
    const welcome = await t.eventually(
      async () => (await withNewToken(t, person)).attempt('getCurrentUser'),
      ({ status }) => status === 200,
    )
    t.expect(unblocked, 'consequence:access', 'An unblocked user signs in again.').equal(
      welcome.status,
      200,
    )
  })

  await t.chapter('users who do not exist', async () => {
    const rule = 'A user who does not exist is a 404.'
    await t.refused(t.admin, 'blockUser', { id: unknownId }, [404], 'unknown:id', rule)
    await t.refused(t.admin, 'unblockUser', { id: unknownId }, [404], 'unknown:id', rule)
  })
})

/** Returns a user with the token that the server shows for them now. */
async function withNewToken(t: TestContext, { id, who, token }: Person): Promise<Caller> {
  const { body } = await t.admin.call('getCurrentUser', {}, { sudo: id })
  return t.caller(who, { token: body?.private_token ?? token })
}

/** `deleteUser`: the records that are deleted with a user. */
export const userDeletion = story(
  'deleting a user',
  { about: ['Users', 'Members', 'Projects'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [bob, 'developer'],
      ],
    })

    await t.chapter('the user', async () => {
      const gone = await t.admin.call('deleteUser', { id: bob.id })
      const isGone = async () => (await t.admin.attempt('getUser', { id: bob.id })).status === 404
      // A deletion may continue in the background.
      t.expect(gone, 'removes', 'A deleted user is gone.').equal(
        await t.eventually(isGone, (done) => done),
        true,
      )
      const found = await t.eventually(
        () => t.admin.call('listUsers', { username: bob.username }),
        ({ body }) => body?.length === 0,
      )
      t.expect(gone, 'removes', 'A deleted user is not listed.').equal(found.body, [])
      const refused = await t.eventually(
        () => bob.attempt('getCurrentUser'),
        ({ status }) => status === 401,
      )
      t.expect(
        gone,
        'consequence:access',
        'The token of a deleted user is refused with 401.',
      ).equal(refused.status, 401)
      const members = await t.eventually(
        () => jane.call('listProjectMembers', { id, per_page: 100 }),
        ({ body }) => !body?.some((member) => member.id === bob.id),
      )
      t.expect(gone, 'consequence:members', 'A deleted user is a member no more.').excludes(
        members.body?.map((member) => member.id),
        [bob.id],
      )
    })

    await t.chapter('again', async () => {
      const again = await t.admin.attempt('deleteUser', { id: bob.id })
      t.expect(again, 'idempotent').status([200], 'already_removed')
    })
  },
)

/** `listUsers`, `getUser`, `getCurrentUser`: which form of a user each caller sees. */
export const formsOfUsers = story('the forms of a user', { about: ['Users'] }, async (t) => {
  const [jane, bob] = await Promise.all([t.user(), t.user()])
  const contract = await loadContract('v3')

  await t.chapter('for administrators', async () => {
    const one = await t.admin.call('getUser', { id: jane.id })
    expectForm(t, contract, one, 'UserFull')
    const list = await t.admin.call('listUsers', { username: jane.username })
    expectForm(t, contract, list, 'UserFull')
  })

  await t.chapter('of oneself', async () => {
    expectForm(t, contract, await jane.call('getCurrentUser'), 'UserFull')
    const as = t.caller('the administrator, as that user', { sudo: jane.id })
    expectForm(t, contract, await as.call('getCurrentUser'), 'UserWithToken')
  })

  await t.chapter('for others', async () => {
    const one = await bob.call('getUser', { id: jane.id })
    expectForm(t, contract, one, 'User')
    const list = await bob.call('listUsers', { username: jane.username })
    for (const answer of [one, list]) {
      const [user] = [answer.body].flat()
      const shown = secretsOfUsers.filter((name) => user && name in user)
      const rule = 'Only administrators are shown what is for administrators.'
      t.expect(answer, 'secret:fields', rule).equal(shown, [])
    }
  })
})

function expectForm(
  t: TestContext,
  contract: Contract,
  answer: OperationResponse,
  form: string,
): void {
  const problem = contract.checkForm(form, answer.body)
  const rule = `The answer has every field of the form ${form}, of its type.`
  t.expect(answer, 'schema:form', rule).holds(problem === undefined, form, problem)
}

type Listed = readonly { readonly id?: number }[] | undefined
const ids = (body: Listed) => body?.map(({ id }) => id)

/** Lists of the caller's own records, or those of a user: they are complete, and contain nobody else's. */
export const ownThings = story(
  'what is one’s own',
  { about: ['SSH keys', 'E-mails', 'Groups', 'Projects', 'Issues'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const rule = 'A list of one’s own holds what is one’s own, and nothing of others.'

    await t.chapter('SSH keys', async () => {
      const [hers, his] = [
        await jane.call('createOwnSshKey', { title: 'hers', key: t.instance.sshKeys.next() }),
        await bob.call('createOwnSshKey', { title: 'his', key: t.instance.sshKeys.next() }),
      ]
      const own = await jane.call('listOwnSshKeys')
      t.expect(own, 'content', rule).equal(ids(own.body), [hers.body?.id])
      const ofBob = await t.admin.call('listSshKeysOfUser', { id: bob.id })
      t.expect(ofBob, 'content', 'The keys of a user are listed, and no others.').equal(
        ids(ofBob.body),
        [his.body?.id],
      )
      const other = { key_id: his.body?.id }
      const hidden = 'The key of another user is none of one’s own: 404.'
      await t.refused(jane, 'getOwnSshKey', other, [404], 'content', hidden)
      const deleted = await jane.attempt('deleteOwnSshKey', other)
      const left = await t.admin.attempt('getSshKeyWithUser', { id: his.body?.id })
      const kept = 'The key of another user is none that one can delete.'
      t.expect(deleted, 'content', kept).equal(left.status, 200)
    })

    await t.chapter('e-mail addresses', async () => {
      const [hers, his] = [
        await jane.call('createOwnEmail', { email: t.email('mail') }),
        await bob.call('createOwnEmail', { email: t.email('mail') }),
      ]
      const own = await jane.call('listOwnEmails')
      t.expect(own, 'content', rule).includes(ids(own.body), [hers.body?.id])
      t.expect(own, 'content', rule).excludes(ids(own.body), [his.body?.id])
      const ofBob = await t.admin.call('listEmailsOfUser', { id: bob.id })
      const ofUser = t.expect(
        ofBob,
        'content',
        'The addresses of a user are listed, and no others.',
      )
      ofUser.includes(ids(ofBob.body), [his.body?.id])
      ofUser.excludes(ids(ofBob.body), [hers.body?.id])
      const other = { email_id: his.body?.id }
      const hidden = 'The address of another user is none of one’s own: 404.'
      await t.refused(jane, 'getOwnEmail', other, [404], 'content', hidden)
    })

    await t.chapter('groups', async () => {
      const owned = await t.group({ members: [[jane, 'owner']] })
      const joined = await t.group({ members: [[jane, 'developer']] })
      const answer = await jane.call('listOwnedGroups', { per_page: 100 })
      t.expect(answer, 'content', rule).equal(ids(answer.body), [owned.id])
      for (const { id, path } of [owned, joined]) {
        const asked = { search: path, per_page: 100 }
        const found = await search(t, jane, 'listGroups', asked, [id])
        const all = 'The groups that the caller is a member of are listed.'
        t.expect(found, 'content', all).includes(ids(found.body), [id])
      }
    })

    await t.chapter('projects', async () => {
      const joined = await t.project({ members: [[jane, 'reporter']] })
      const open = await t.project({ visibility: 'public' })
      const own = await jane.call('listProjects', { per_page: 100 })
      const member = t.expect(own, 'content', 'The projects that the caller is a member of, alone.')
      member.includes(ids(own.body), [joined.id])
      member.excludes(ids(own.body), [open.id])
      const asked = { search: open.name, per_page: 100 }
      const visible = await search(t, jane, 'listVisibleProjects', asked, [open.id])
      const rule = 'The projects that the caller can see.'
      t.expect(visible, 'content', rule).equal(ids(visible.body), [open.id])
      const starred = await jane.call('listStarredProjects', { per_page: 100 })
      const none = 'Who has starred nothing has no starred projects.'
      t.expect(starred, 'content', none).equal(ids(starred.body), [])
    })

    await t.chapter('issues', async () => {
      const { id } = await t.project({
        members: [
          [jane, 'developer'],
          [bob, 'developer'],
        ],
      })
      const hers = await jane.call('createIssue', { id, title: 'Hers', assignee_id: bob.id })
      await bob.call('createIssue', { id, title: 'His', assignee_id: jane.id })
      const own = await jane.call('listOwnIssues', { per_page: 100 })
      const rule = 'The issues that the caller created are listed, and no others.'
      t.expect(own, 'content', rule).equal(ids(own.body), [hers.body?.id])
    })
  },
)
