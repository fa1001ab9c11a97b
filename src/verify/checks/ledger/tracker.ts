import { idOf } from '../../fixture/values.ts'
import { type Story, story } from '../../story/story.ts'
import type { Person } from '../../story/test-context.ts'
import { lookup } from '../shown-by.ts'
import type { Entry } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'
import {
  comment,
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
} from './place.ts'

const hasLabel = (label: string) => (record: Fields) =>
  Array.isArray(record.labels) ? record.labels.includes(label) : undefined

/** Wherever issues are listed. */
function listsOfIssues({ owner, developer, id, group }: Place): readonly Sight[] {
  const kind = 'issue'
  const mine = (person: Person): Sight => ({
    kind,
    reader: list(person, 'listOwnIssues', {}),
    holds: has('author.username', person.username),
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
    filtered('listIssuesOfProject', owner, {}, () => true),
    filtered('listIssuesOfProject', developer, { state: 'opened' }, has('state', 'opened')),
    filtered('listIssuesOfProject', owner, { state: 'closed' }, has('state', 'closed')),
    filtered('listIssuesOfProject', developer, { labels: 'roof' }, hasLabel('roof')),
    filtered('listIssuesOfGroup', developer, {}, () => true),
    filtered('listIssuesOfGroup', owner, { state: 'opened' }, has('state', 'opened')),
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
  await ledger.write(author, 'createIssue', { id, title, ...fields }, (answer) => {
    issue_id = idOf(answer.body, 'createIssue')
    for (const caller of [owner, developer]) {
      const reader = lookup(caller, 'getIssue', { id, issue_id })
      ledger.watch({ kind: 'issue', id: issue_id, reader })
    }
    const { labels, assignee_id, ...rest } = fields
    const is = {
      title,
      ...rest,
      labels: typeof labels === 'string' ? labels.split(',') : [],
      'assignee.id': assignee_id ?? null,
      state: 'opened',
      project_id: id,
      'author.username': author.username,
      user_notes_count: 0,
      confidential: false,
    }
    return [
      { kind: 'issue', id: issue_id, is },
      { kind: 'project', id, is: { open_issues_count: counted } },
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
    ledger.note({ kind: 'project', id, is: { open_issues_count: 0 } })
    const due_date = t.instance.day(9)
    const described = { description: 'It drips.', labels: 'roof,wet', due_date }
    const one = await createIssue(place, developer, id, { ...described, assignee_id: owner.id }, 1)
    const beside = await createIssue(place, owner, id, { ...described, labels: 'roof' }, 2)
    const parent = parentOf('Issue', id, one)
    ledger.watch(...notesOf(place, parent), ...notesOf(place, parentOf('Issue', id, beside)))
    const count = (user_notes_count: number) => ({
      kind: 'issue',
      id: one,
      is: { user_notes_count },
    })

    // A service may count what it notes itself.
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
    const open = (open_issues_count: number) => ({ kind: 'project', id, is: { open_issues_count } })

    await t.chapter('comments', async () => {
      const note = await comment(place, developer, parent, [count(1)])
      const other = await comment(place, owner, parent, [count(2)])
      await rewordByAnother(place, parent, note)
      const path = { ...parent.address, note_id: other }
      await ledger.write(owner, 'deleteIssueNote', path, () => [
        { kind: parent.kind, id: other, is: 'gone' },
        { kind: 'event', id: `commented on ${ledger.of(parent.kind, other).body}`, is: 'open' },
        count(1),
      ])
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
        const { title, description } = ledger.of('issue', one)
        const reader = lookup(owner, 'getIssue', { id: other.id, issue_id: moved })
        ledger.watch({ kind: 'issue', id: moved, reader })
        // Whether what was moved is another record, and what becomes of the old one, is left open.
        return [
          { kind: 'issue', id: one, is: 'open' },
          { kind: 'event', id: `closed ${one}`, is: 'open' },
          { kind: 'issue', id: moved, is: { title, description, project_id: other.id } },
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

/** Snippets and their notes. */
const snippets = story('ledger: Snippets', { about: ['Snippets', 'Notes'] }, async (t) => {
  const place = await createPlace(t)
  const { ledger, owner, developer, id } = place
  const kind = 'snippet'
  const visibility_level = t.instance.allowedLevels.includes(10) ? 10 : 0
  const isShared = visibility_level === 10
  const readers = isShared ? [owner, developer] : [developer]
  for (const caller of readers) ledger.watch({ kind, reader: list(caller, 'listSnippets', { id }) })
  ledger.watch(...eventsOf(place))
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
