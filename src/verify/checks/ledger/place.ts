import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { lookup, type NoteParent, type Reader } from '../shown-by.ts'
import { createLedger, type Entry, type Ledger } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'

/** Two users in a project of a group: the owner of the group, and a developer. */
export interface Place {
  readonly t: TestContext
  readonly ledger: Ledger
  readonly owner: Person
  readonly developer: Person
  readonly id: number
  readonly group: number
  /** The number of open issues that a server creates in a new project. */
  readonly openIssues: number
}

export async function createPlace(
  t: TestContext,
  files: Readonly<Record<string, string>> = { 'README.md': 'For the contract.\n' },
): Promise<Place> {
  const [owner, developer] = await Promise.all([t.user(), t.user()])
  const group = await t.group({
    members: [
      [owner, 'owner'],
      [developer, 'developer'],
    ],
  })
  const { id } = await t.project({ group, files })
  const { body } = await owner.call('getProject', { id })
  const openIssues = body?.open_issues_count ?? 0
  return { t, ledger: createLedger(t), owner, developer, id, group: group.id, openIssues }
}

/** Reads the first page of a list, of maximum size. */
export const list = (
  caller: Reader['caller'],
  operation: Reader['operation'],
  parameters: Reader['parameters'],
): Reader => lookup(caller, operation, { ...parameters, per_page: 100 })

/** Whether a field is known and has a value. */
export const has = (field: string, value: unknown) => (record: Fields) =>
  record[field] === undefined ? undefined : record[field] === value
/** Returns the sights of the number of open issues of a project. */
export function countsOf({ owner, developer, id, group }: Place): readonly Sight[] {
  const kind = 'project'
  return [
    { kind, id, reader: lookup(owner, 'getProject', { id }) },
    { kind, reader: list(developer, 'listProjects', {}) },
    { kind, reader: list(owner, 'listGroupProjects', { id: group }) },
  ]
}

/** Identifies the events that the specification requires: opened and closed issues, and comments by their text. */
function identifyEvent(item: unknown): string | undefined {
  const [action, type, target] = [
    at(item, 'action_name'),
    at(item, 'target_type'),
    at(item, 'target_id'),
  ]
  if (type === 'Issue' && (action === 'opened' || action === 'closed')) return `${action} ${target}`
  return action === 'commented on' ? `commented on ${at(item, 'note.body')}` : undefined
}

/** Returns the sights of the events of both users. */
export function eventsOf({ owner, developer, id }: Place): readonly Sight[] {
  const kind = 'event'
  // Whether an event shows later changes is not specified.
  const names: readonly unknown[] = [owner.username, developer.username]
  // On a server in use, other users act as well.
  const identify = (item: unknown) =>
    names.includes(at(item, 'author_username')) ? identifyEvent(item) : undefined
  const common = { kind, identify, omits: ['target_title', 'note', 'author'] }
  const of = (person: Person): Sight => ({
    ...common,
    reader: list(owner, 'listUserEvents', { id: person.id }),
    holds: has('author_username', person.username),
  })
  const reader = list(developer, 'listProjectEvents', { id })
  return [of(owner), of(developer), { ...common, reader }]
}

export const event = (what: string, author: Person, id: number): Entry => ({
  kind: 'event',
  id: what,
  is: { author_username: author.username, author_id: author.id, project_id: id },
})

/** The notes of a record, as a kind of their own: no other record shows them. */
export interface Parent {
  readonly on: NoteParent
  readonly address: Readonly<Record<string, number>>
  readonly kind: string
}

export const parentOf = (on: NoteParent, id: number, record: number): Parent => {
  const name = { Issue: 'issue_id', MergeRequest: 'merge_request_id', Snippet: 'snippet_id' }[on]
  return { on, address: { id, [name]: record }, kind: `note on ${on} ${record}` }
}

/** A server may add system notes. */
const identifyNote = (item: unknown) =>
  at(item, 'system') === true ? undefined : String(at(item, 'id'))

export const notesOf = ({ owner, developer }: Place, parent: Parent): readonly Sight[] =>
  [owner, developer].map((caller) => ({
    kind: parent.kind,
    reader: list(caller, `list${parent.on}Notes`, parent.address),
    identify: identifyNote,
  }))

/** Counts the comments of others on a record: on a server in use, a bot may comment immediately. */
async function commentsOfOthers(
  { owner, developer }: Place,
  { on, address }: Parent,
): Promise<number> {
  const { body } = await owner.attempt(`list${on}Notes`, { ...address, per_page: 100 })
  const names: readonly unknown[] = [owner.username, developer.username]
  const notes = Array.isArray(body) ? body : []
  return notes.filter((one) => !names.includes(at(one, 'author.username'))).length
}

/** Adds a comment to a record, and counts it there. */
export async function comment(
  { ledger, owner, developer, id, t }: Place,
  author: Person,
  { on, address, kind }: Parent,
  counted: readonly Entry[] = [],
): Promise<number> {
  const body = t.name('words')
  let note_id = 0
  await ledger.write(author, `create${on}Note`, { ...address, body }, (answer) => {
    note_id = idOf(answer.body, `create${on}Note`)
    const other = author === owner ? developer : owner
    const reader = lookup(other, `get${on}Note`, { ...address, note_id })
    ledger.watch({ kind, id: note_id, reader })
    const is = { body, 'author.username': author.username, noteable_type: on }
    return [{ kind, id: note_id, is }, event(`commented on ${body}`, author, id), ...counted]
  })
  return note_id
}

/** Lets another user change the text of a note, if the server permits it: its author stays the same. */
export async function rewordByAnother(
  { ledger, t }: Place,
  { on, address, kind }: Parent,
  note_id: number,
): Promise<void> {
  const body = t.name('words')
  const answer = await t.admin.attempt(`update${on}Note`, { ...address, note_id, body })
  if (answer.status >= 300) return
  const old = ledger.of(kind, note_id).body
  await ledger.written(answer, [
    { kind, id: note_id, is: { body } },
    { kind: 'event', id: `commented on ${old}`, is: 'open' },
    { kind: 'event', id: `commented on ${body}`, is: 'open' },
  ])
}

/** Returns the sent values that a new issue or merge request shows. */
export async function sentFields(
  place: Place,
  author: Person,
  parent: Parent,
  { labels, assignee_id, ...rest }: Fields,
): Promise<Fields> {
  return {
    ...rest,
    labels: typeof labels === 'string' ? labels.split(',') : [],
    // A service may assign whoever makes it where nobody is asked for.
    ...(assignee_id === undefined ? {} : { 'assignee.id': assignee_id }),
    state: 'opened',
    project_id: place.id,
    'author.username': author.username,
    user_notes_count: await commentsOfOthers(place, parent),
  }
}

/** Adds two comments to an issue or a merge request, which counts them: one is changed, the other is deleted. */
export async function commentTwice(
  place: Place,
  parent: Parent,
  kind: string,
  id: number,
): Promise<number> {
  const { ledger, owner, developer } = place
  const before = Number(ledger.of(kind, id).user_notes_count)
  const count = (added: number): Entry => ({ kind, id, is: { user_notes_count: before + added } })
  const note = await comment(place, developer, parent, [count(1)])
  const other = await comment(place, owner, parent, [count(2)])
  await rewordByAnother(place, parent, note)
  const address = { ...parent.address, note_id: other }
  await ledger.write(owner, `delete${parent.on}Note`, address, () => [
    { kind: parent.kind, id: other, is: 'gone' },
    { kind: 'event', id: `commented on ${ledger.of(parent.kind, other).body}`, is: 'open' },
    count(1),
  ])
  return note
}
