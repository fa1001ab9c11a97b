import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import { type Story, story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { lookup } from '../shown-by.ts'
import type { Entry } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'
import {
  comment,
  commentTwice,
  countsOf,
  createPlace,
  event,
  eventsOf,
  has,
  list,
  notesOf,
  type Place,
  parentOf,
  rewordByAnother,
  sentFields,
} from './place.ts'

const hasLabel = (label: string) => (record: Fields) =>
  Array.isArray(record.labels) ? record.labels.includes(label) : undefined

/** Returns the sights of all lists of issues. */
function listsOfIssues({ owner, developer, id, group }: Place): readonly Sight[] {
  const kind = 'issue'
  const mine = (person: Person, state?: 'opened' | 'closed'): Sight => ({
    kind,
    reader: list(person, 'listOwnIssues', state ? { state } : {}),
    holds: (record) =>
      (state ? has('state', state)(record) : true) &&
      has('author.username', person.username)(record),
  })
  const filtered = (
    operation: 'listIssuesOfProject' | 'listIssuesOfGroup',
    caller: Person,
    filter: Fields,
    isKept: NonNullable<Sight['holds']>,
  ): Sight => {
    const isOfProject = operation === 'listIssuesOfProject'
    const reader = list(caller, operation, { id: isOfProject ? id : group, ...filter })
    const holds = (record: Fields) => record.project_id === id && isKept(record)
    return { kind, reader, holds }
  }
  return [
    mine(owner),
    mine(developer),
    mine(owner, 'opened'),
    mine(developer, 'closed'),
    filtered('listIssuesOfProject', owner, {}, () => true),
    filtered('listIssuesOfProject', developer, { state: 'opened' }, has('state', 'opened')),
    filtered('listIssuesOfProject', owner, { state: 'closed' }, has('state', 'closed')),
    filtered('listIssuesOfProject', developer, { labels: 'roof' }, hasLabel('roof')),
    filtered('listIssuesOfGroup', developer, {}, () => true),
    filtered('listIssuesOfGroup', owner, { state: 'opened' }, has('state', 'opened')),
    filtered('listIssuesOfGroup', developer, { state: 'closed' }, has('state', 'closed')),
    filtered('listIssuesOfGroup', owner, { labels: 'roof' }, hasLabel('roof')),
  ]
}

async function createIssue(
  place: Place,
  author: Person,
  id: number,
  fields: Fields,
  counted: number,
): Promise<number> {
  const { ledger, owner, developer, t } = place
  const title = t.name('issue')
  let issue_id = 0
  await ledger.write(author, 'createIssue', { id, title, ...fields }, async (answer) => {
    issue_id = idOf(answer.body, 'createIssue')
    const other = author === owner ? developer : owner
    const reader = lookup(other, 'getIssue', { id, issue_id })
    ledger.watch({ kind: 'issue', id: issue_id, reader })
    const byNumber = list(owner, 'listIssuesOfProject', { id, iid: at(answer.body, 'iid') })
    const holds = ({ title: one }: Fields) => one === ledger.of('issue', issue_id).title
    ledger.watch({ kind: 'issue', reader: byNumber, holds })
    const parent = parentOf('Issue', id, issue_id)
    const shown = await sentFields(place, author, parent, { title, ...fields })
    const is = { ...shown, confidential: false }
    return [
      { kind: 'issue', id: issue_id, is },
      { kind: 'project', id, is: { open_issues_count: place.openIssues + counted } },
      event(`opened ${issue_id}`, author, id),
    ]
  })
  return issue_id
}

/** Issues, their notes, events and counts; moved to another project, and deleted. */
const issues = story(
  'ledger: Issues',
  { about: ['Issues', 'Notes', 'Projects', 'Users'], isLong: true },
  async (t) => {
    const place = await createPlace(t)
    const { ledger, owner, developer, id } = place
    ledger.watch(...listsOfIssues(place), ...countsOf(place), ...eventsOf(place))
    ledger.note({ kind: 'project', id, is: { open_issues_count: place.openIssues } })
    const due_date = t.instance.day(9)
    const described = { description: 'It drips.', labels: 'roof,wet', due_date }
    const one = await createIssue(place, developer, id, { ...described, assignee_id: owner.id }, 1)
    const beside = await createIssue(place, owner, id, { ...described, labels: 'roof' }, 2)
    const parent = parentOf('Issue', id, one)
    ledger.watch(...notesOf(place, parent), ...notesOf(place, parentOf('Issue', id, beside)))
    // A server may count its own notes.
    const change = (
      caller: Person,
      sent: Fields,
      is: Fields,
      further: readonly Entry[] = [],
      of = one,
    ) =>
      ledger.write(caller, 'updateIssue', { id, issue_id: of, ...sent }, () => [
        { kind: 'issue', id: of, is, follows: ['user_notes_count', 'closed_at', 'closed_by'] },
        ...further,
      ])
    const open = (count: number) => ({
      kind: 'project',
      id,
      is: { open_issues_count: place.openIssues + count },
    })

    let note = 0
    await t.chapter('comments', async () => {
      note = await commentTwice(place, parent, 'issue', one)
    })

    await t.chapter('changes by another', async () => {
      const title = t.name('issue')
      await change(owner, { title }, { title })
      await change(owner, { labels: 'door' }, { labels: ['door'] })
      await change(owner, { labels: 'roof,door' }, { labels: ['roof', 'door'] })
      await change(
        owner,
        { assignee_id: developer.id },
        {
          'assignee.id': developer.id,
          'assignee.username': developer.username,
          assignee: undefined,
        },
      )
      await change(owner, { due_date: t.instance.day(12) }, { due_date: t.instance.day(12) })
    })

    await t.chapter('closed and opened again', async () => {
      const closed = event(`closed ${one}`, owner, id)
      await change(owner, { state_event: 'close' }, { state: 'closed' }, [open(1), closed])
      await change(developer, { description: 'It dripped.' }, { description: 'It dripped.' })
      const again: Entry = { kind: 'event', id: `opened ${one}`, is: 'open' }
      await change(owner, { state_event: 'reopen' }, { state: 'opened' }, [open(2), again])
      const both = { state_event: 'close', title: t.name('issue') }
      const by = event(`closed ${beside}`, owner, id)
      await change(owner, both, { state: 'closed', title: both.title }, [open(1), by], beside)
    })

    await t.chapter('deleted while it is open', async () => {
      const doomed = await createIssue(place, developer, id, { labels: 'roof' }, 2)
      await ledger.write(owner, 'deleteIssue', { id, issue_id: doomed }, () => [
        { kind: 'issue', id: doomed, is: 'gone' },
        { kind: 'event', id: `opened ${doomed}`, is: 'open' },
        open(1),
      ])
    })

    await t.chapter('of one at a time', () => checkOneByOne(t, place, beside))
    await t.chapter('dated', () => checkDated(t, place))

    await t.chapter('moved', async () => {
      const other = await t.project({
        group: await t.group({
          members: [
            [owner, 'owner'],
            [developer, 'developer'],
          ],
        }),
      })
      ledger.watch({
        kind: 'issue',
        reader: list(owner, 'listIssuesOfProject', { id: other.id }),
        holds: has('project_id', other.id),
      })
      const address = { id, issue_id: one, to_project_id: other.id }
      await ledger.write(owner, 'moveIssue', address, (answer) => {
        const moved = idOf(answer.body, 'moveIssue')
        const { title, description, 'author.username': author } = ledger.of('issue', one)
        const reader = lookup(owner, 'getIssue', { id: other.id, issue_id: moved })
        ledger.watch({ kind: 'issue', id: moved, reader })
        // Whether a moved issue is a new record, and the state of the old one, are not specified.
        return [
          { kind: 'issue', id: one, is: 'open' },
          { kind: parent.kind, id: note, is: 'open' },
          { kind: 'event', id: `closed ${one}`, is: 'open' },
          { kind: 'event', id: `commented on ${ledger.of(parent.kind, note).body}`, is: 'open' },
          {
            kind: 'issue',
            id: moved,
            is: { title, description, project_id: other.id, 'author.username': author },
          },
          { kind: 'project', id, is: 'open' },
          { kind: 'project', id: other.id, is: 'open' },
        ]
      })
    })

    await t.chapter('deleted', async () => {
      const address = { id, issue_id: beside }
      await ledger.write(owner, 'deleteIssue', address, () => [
        { kind: 'issue', id: beside, is: 'gone' },
        { kind: 'event', id: `opened ${beside}`, is: 'open' },
        { kind: 'event', id: `closed ${beside}`, is: 'open' },
      ])
    })
  },
)

/** Checks that subscriptions and todos of one user do not affect others. */
async function checkOneByOne(t: TestContext, { owner, id, group }: Place, issue_id: number) {
  const path = { id, issue_id }
  const people = await Promise.all([t.user(), t.user()])
  for (const { id: user_id } of people) {
    await owner.call('addGroupMember', { id: group, user_id, access_level: 20 })
  }
  // Who is subscribed at first is not stated; access may be granted in the background.
  for (const person of people) {
    await t.eventually(
      () => person.attempt('unsubscribeFromIssue', path),
      ({ status }) => status !== 404,
    )
  }
  const states = new Map(people.map((one) => [one, false]))
  const rule = 'Each is subscribed to an issue by themselves.'
  for (const [index, operation, status] of [
    [0, 'subscribeToIssue', 201],
    [1, 'subscribeToIssue', 201],
    [0, 'subscribeToIssue', 304],
    [0, 'unsubscribeFromIssue', 200],
    [0, 'unsubscribeFromIssue', 304],
    [0, 'subscribeToIssue', 201],
    [1, 'unsubscribeFromIssue', 200],
  ] as const) {
    const person = people[index]
    // Access may be granted in the background.
    const answer = await t.eventually(
      () => person.attempt(operation, path),
      (one) => one.status !== 404,
    )
    t.expect(answer, 'transition:subscribed', rule).holds(
      answer.status === status || (status === 201 && answer.status === 200),
      String(status),
      answer.status,
    )
    states.set(person, operation === 'subscribeToIssue')
    const reads = await Promise.all(
      [...states].map(async ([one, isSubscribed]) => {
        const read = await one.attempt('getIssue', path)
        return { read, isSubscribed, shown: at(read.body, 'subscribed') }
      }),
    )
    const isOfAll = new Set(states.values()).size > new Set(reads.map(({ shown }) => shown)).size
    for (const { read, isSubscribed, shown } of reads) {
      // A read that shows both the same does not look at who asks.
      const subject = isOfAll ? read : answer
      if (read.status === 200)
        t.expect(subject, 'transition:subscribed', rule).equal(shown, isSubscribed)
    }
  }
  for (const person of people) {
    for (const statuses of [[200, 201], [304]]) {
      const answer = await person.attempt('createTodoOfIssue', path)
      const todo = 'Each has one todo of an issue: 304 if there is one already.'
      t.expect(answer, 'transition:todo', todo).status(statuses)
    }
  }
}

/** Checks that administrators and owners of the project can set the creation time of an issue, in any time zone. */
async function checkDated(t: TestContext, { owner, developer, id }: Place) {
  const day = t.instance.day(-20)
  for (const [caller, created_at, isTaken] of [
    [owner, `${day}T10:20:30+03:00`, true],
    [developer, `${day}T10:20:30Z`, false],
  ] as const) {
    const answer = await caller.attempt('createIssue', { id, title: t.name('issue'), created_at })
    if (!isTaken && answer.status >= 400) continue
    const issue_id = idOf(answer.body, 'createIssue')
    const { body } = await owner.call('getIssue', { id, issue_id })
    const shown = Date.parse(body?.created_at ?? '')
    const isSo = Math.abs(shown - Date.parse(created_at)) < 1000
    const rule = isTaken
      ? 'A created_at is of the zone that it names.'
      : 'Who is neither an administrator nor an owner of the project does not say when an issue was created.'
    const { exchange } = answer
    t.expect(
      { operation: 'createIssue', exchanges: [exchange] },
      'read-back:created_at',
      rule,
    ).holds(isSo === isTaken, isTaken ? created_at : 'now', body?.created_at)
    await owner.call('deleteIssue', { id, issue_id })
  }
}

/** Document 2, Snippets: "caller needs permission to create snippets", and not which level gives it. */
const byMasters = 'developers create no snippets on this server'

/** Snippets and their notes. */
const snippets = story('ledger: Snippets', { about: ['Snippets', 'Notes'] }, async (t) => {
  const place = await createPlace(t)
  const { ledger, owner, developer, id } = place
  const kind = 'snippet'
  const visibility_level = t.instance.allowedLevels.includes(10) ? 10 : 0
  const isShared = visibility_level === 10
  const readers = isShared ? [owner, developer] : [developer]
  const tried = await developer.attempt('createSnippet', {
    ...{ id, title: t.name('snippet'), file_name: 'tried.rb', code: 'puts 0\n' },
    visibility_level: 0,
  })
  if (tried.status === 403) return t.notTested('createSnippet', 'consequence:shown', byMasters)
  await developer.call('deleteSnippet', { id, snippet_id: idOf(tried.body, 'createSnippet') })
  for (const caller of readers) ledger.watch({ kind, reader: list(caller, 'listSnippets', { id }) })
  // The events of each user are watched with issues.
  ledger.watch(...eventsOf(place).slice(-1))
  const create = async (name: string) => {
    const sent = { title: t.name('snippet'), file_name: `${name}.rb` }
    const code = `puts '${name}'\n`
    let snippet_id = 0
    const whole = { id, ...sent, code, visibility_level }
    await ledger.write(developer, 'createSnippet', whole, ({ body }) => {
      snippet_id = idOf(body, 'createSnippet')
      for (const caller of readers) {
        const path = { id, snippet_id }
        ledger.watch({ kind, id: snippet_id, reader: lookup(caller, 'getSnippet', path) })
        const raw = lookup(caller, 'getRawSnippet', path)
        ledger.watch({ kind: 'code', id: snippet_id, reader: raw })
      }
      return [
        { kind, id: snippet_id, is: { ...sent, 'author.username': developer.username } },
        { kind: 'code', id: snippet_id, is: { text: code } },
      ]
    })
    return snippet_id
  }
  const [one, beside] = [await create('one'), await create('beside')]
  const parent = parentOf('Snippet', id, one)
  ledger.watch(...notesOf(isShared ? place : { ...place, owner: developer }, parent))
  const path = { id, snippet_id: one }

  await t.chapter('for its creator alone', async () => {
    const sent = { title: t.name('snippet'), file_name: 'own.rb', code: 'puts 0\n' }
    const made = await developer.call('createSnippet', { id, ...sent, visibility_level: 0 })
    const hidden = idOf(made.body, 'createSnippet')
    const rule = 'A snippet of the level 0 is visible to its creator alone.'
    for (const [caller, isSeen] of [
      [owner, false],
      [developer, true],
    ] as const) {
      const listed = await caller.call('listSnippets', { id, per_page: 100 })
      const ids = listed.body?.map((snippet) => snippet.id)
      const expectation = t.expect(listed, 'permission:private', rule)
      if (isSeen) expectation.includes(ids, [hidden])
      else expectation.excludes(ids, [hidden])
    }
    for (const operation of ['getSnippet', 'getRawSnippet', 'listSnippetNotes'] as const) {
      const asked = { id, snippet_id: hidden }
      await t.refused(owner, operation, asked, [403, 404], 'permission:private', rule)
    }
  })

  await t.chapter('comments', async () => {
    const commented = isShared ? place : { ...place, owner: developer }
    const note = await comment(commented, developer, parent)
    await rewordByAnother(commented, parent, note)
  })

  await t.chapter('changes', async () => {
    const title = t.name('snippet')
    for (const [sent, entry] of [
      [{ title }, { kind, id: one, is: { title } }],
      [{ file_name: 'other.rb' }, { kind, id: one, is: { file_name: 'other.rb' } }],
      [{ code: 'puts 9\n' }, { kind: 'code', id: one, is: { text: 'puts 9\n' } }],
    ] as const) {
      await ledger.write(developer, 'updateSnippet', { ...path, ...sent }, () => [entry])
    }
  })

  await t.chapter('deleted', async () => {
    await ledger.write(developer, 'deleteSnippet', { id, snippet_id: beside }, () => [
      { kind, id: beside, is: 'gone' },
      { kind: 'code', id: beside, is: 'gone' },
    ])
  })
})

export const trackerLedgers: readonly Story[] = [issues, snippets]
