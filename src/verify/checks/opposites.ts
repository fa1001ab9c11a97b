import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import { idOf } from '../fixture/values.ts'
import { at } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { type Story, story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { listed, lookup, type Reader } from './shown-by.ts'

/** A write, and what is read then: the value of a field, or whether the record is there. */
interface Turn {
  readonly operation: OperationId
  readonly parameters: Readonly<Record<string, unknown>>
  readonly shows: readonly unknown[]
}

/** Two writes, each of which takes back what the other did. */
interface Opposites {
  readonly caller: Caller
  readonly turns: readonly [Turn, Turn]
  readonly reader: Reader
  /** The field that shows it; without one the record is `there` or `gone`. */
  readonly field?: string
  /** The lists of what is as the first turn leaves it, and of what is as the second one does. */
  readonly lists?: readonly [readonly Reader[], readonly Reader[]]
}

/** A project in a group of the owner, in which nothing else is done. */
interface Place {
  readonly owner: Person
  readonly group: number
  readonly id: number
}

type Make = (t: TestContext, place: Place) => Promise<Opposites>

const pairs: readonly (readonly [resource: OperationTag, makes: readonly Make[]])[] = [
  ['Users', [blocking]],
  ['Issues', [closing, subscribing]],
  ['Branches', [protecting, creatingBranch]],
  ['Members', [joining]],
]

/** What was taken back has its effect again when it is done again, and can be taken back again. */
export const opposites: readonly Story[] = pairs.map(([resource, makes]) =>
  story(`opposites: ${resource}`, { about: [resource] }, async (t) => {
    const place = await t.shared(createPlace)
    for (const make of makes) {
      await t.chapter(make.name, async () => checkOpposites(t, await make(t, place)))
    }
  }),
)

async function createPlace(t: TestContext): Promise<Place> {
  const owner = await t.user()
  const group = await t.group({ members: [[owner, 'owner']] })
  const { id } = await t.project({ group })
  return { owner, group: group.id, id }
}

async function checkOpposites(
  t: TestContext,
  { caller, turns, reader, field, lists = [[], []] }: Opposites,
): Promise<void> {
  const shownBy = ({ status, body }: OperationResponse): unknown =>
    field === undefined ? (status === 200 ? 'there' : 'gone') : at(body, field)
  for (const [index, { operation, parameters, shows }] of [...turns, ...turns].entries()) {
    // Of what is so already, such as a subscription, a server may say that too: what is read then counts.
    const answer = await caller.attempt(operation, parameters)
    const shown = await t.eventually(
      () => reader.caller.attempt(reader.operation, reader.parameters),
      (read) => shows.includes(shownBy(read)),
    )
    const received = shownBy(shown)
    const subject = { operation, exchanges: [answer.exchange, shown.exchange] }
    const rule = 'What was taken back can be done again, and taken back again.'
    const expectation = t.expect(subject, 'transition:again', rule)
    expectation.holds(shows.includes(received), shows.join(' or '), received)
    // From here on each list has had the record before.
    if (index < turns.length) continue
    for (const [turn, ofTurn] of lists.entries())
      for (const list of ofTurn) await expectListed(t, list, index % 2 === turn)
  }
}

/** Checks whether a list has the record, which may be on another page than the first one where there are several. */
async function expectListed(t: TestContext, list: Reader, isThere: boolean): Promise<void> {
  const isAsExpected = ({ body, headers }: OperationResponse) =>
    (list.find?.(body) !== undefined) === isThere ||
    (isThere && Number(headers.get('x-total-pages')) > 1)
  const answer = await t.eventually(
    () => list.caller.attempt(list.operation, list.parameters),
    isAsExpected,
  )
  const rule = 'A list of what is in a state has what is in that state now.'
  const [expected, received] = isThere ? ['the record', 'none'] : ['none', 'the record']
  t.expect(answer, 'transition:again', rule).holds(isAsExpected(answer), expected, received)
}

async function blocking(t: TestContext): Promise<Opposites> {
  const { id } = await t.account()
  const parameters = { id }
  return {
    caller: t.admin,
    turns: [
      { operation: 'blockUser', parameters, shows: ['blocked'] },
      { operation: 'unblockUser', parameters, shows: ['active'] },
    ],
    reader: lookup(t.admin, 'getUser', parameters),
    field: 'state',
    lists: [
      [listed(t.admin, 'listUsers', { blocked: true }, id)],
      [listed(t.admin, 'listUsers', { active: true }, id)],
    ],
  }
}

async function closing(_t: TestContext, place: Place): Promise<Opposites> {
  const address = await createIssue(place)
  const { owner, group, id } = place
  const ofState = (state: string) =>
    [
      listed(owner, 'listOwnIssues', { state }, address.issue_id),
      listed(owner, 'listIssuesOfProject', { id, state }, address.issue_id),
      listed(owner, 'listIssuesOfGroup', { id: group, state }, address.issue_id),
    ] as const
  const [close, reopen] = [
    { ...address, state_event: 'close' },
    { ...address, state_event: 'reopen' },
  ]
  return {
    caller: place.owner,
    turns: [
      { operation: 'updateIssue', parameters: close, shows: ['closed'] },
      { operation: 'updateIssue', parameters: reopen, shows: ['opened', 'reopened'] },
    ],
    reader: lookup(place.owner, 'getIssue', address),
    field: 'state',
    lists: [ofState('closed'), ofState('opened')],
  }
}

async function subscribing(_t: TestContext, place: Place): Promise<Opposites> {
  const parameters = await createIssue(place)
  return {
    caller: place.owner,
    // Whoever wrote an issue is subscribed to it.
    turns: [
      { operation: 'unsubscribeFromIssue', parameters, shows: [false] },
      { operation: 'subscribeToIssue', parameters, shows: [true] },
    ],
    reader: lookup(place.owner, 'getIssue', parameters),
    field: 'subscribed',
  }
}

async function createIssue({ owner, id }: Place) {
  const { body } = await owner.call('createIssue', { id, title: 'Back and forth' })
  return { id, issue_id: idOf(body, 'createIssue') }
}

async function protecting(_t: TestContext, { owner, id }: Place): Promise<Opposites> {
  const parameters = { id, branch: 'release/protected' }
  await owner.call('createBranch', { id, branch_name: parameters.branch, ref: 'master' })
  return {
    caller: owner,
    turns: [
      { operation: 'protectBranch', parameters, shows: [true] },
      { operation: 'unprotectBranch', parameters, shows: [false] },
    ],
    reader: lookup(owner, 'getBranch', parameters),
    field: 'protected',
  }
}

async function creatingBranch(_t: TestContext, { owner, id }: Place): Promise<Opposites> {
  const branch = 'again'
  const made = { id, branch_name: branch, ref: 'master' }
  return {
    caller: owner,
    turns: [
      { operation: 'createBranch', parameters: made, shows: ['there'] },
      { operation: 'deleteBranch', parameters: { id, branch }, shows: ['gone'] },
    ],
    reader: lookup(owner, 'getBranch', { id, branch }),
  }
}

async function joining(t: TestContext, { group }: Place): Promise<Opposites> {
  const { id: user_id } = await t.account()
  const member = { id: group, user_id }
  const sent = { ...member, access_level: 20 }
  return {
    caller: t.admin,
    turns: [
      { operation: 'addGroupMember', parameters: sent, shows: ['there'] },
      { operation: 'removeGroupMember', parameters: member, shows: ['gone'] },
    ],
    reader: lookup(t.admin, 'getGroupMember', member),
  }
}
