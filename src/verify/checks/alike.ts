import type { OperationTag } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import { createLists, type Lists } from '../fixture/lists/lists.ts'
import { at, itemWith } from '../story/bodies.ts'
import { type Story, story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'
import { listed, lookup, type NoteParent, type Reader, shownBy } from './shown-by.ts'

/** The operations that show a record of the fixture of lists. */
type Readers = (lists: Lists, t: TestContext) => readonly Reader[]

/** The compared records by resource; `also` names resources whose operations show them too. */
const records: readonly (readonly [
  resource: OperationTag,
  all: readonly Readers[],
  also?: readonly OperationTag[],
])[] = [
  [
    'Users',
    [
      // An administrator, to whom others find less to see, and nothing else.
      ({ owner, administrator: { id, username } }, t) => [
        ...shownBy.user(t.admin, id, username),
        ...shownBy.user(owner, id, username),
      ],
      ({ people: { b } }, t) => shownBy.user(t.admin, b.id, b.username),
      ({ owner }, t) => [
        ...shownBy.user(t.admin, owner.id, owner.username),
        lookup(owner, 'getCurrentUser', {}),
      ],
    ],
  ],
  ['SSH keys', [({ owner, keys }, t) => shownBy.sshKey(t.admin, owner, keys.b)]],
  ['E-mails', [({ owner, emails }, t) => shownBy.email(t.admin, owner, emails.b)]],
  [
    'Groups',
    [
      ({ owner, groups: { b }, base: search }) => [
        ...shownBy.group(owner, b),
        listed(owner, 'listGroups', { search }, b),
      ],
    ],
  ],
  [
    'Projects',
    [
      // A private project, since a server that always returns the highest level would be right for a public one.
      ({ owner, base: search, groups: { b: id }, projects: { a } }, t) => [
        ...shownBy.project(t.admin, owner, a, search),
        listed(owner, 'listProjects', { search }, a),
        listed(owner, 'listOwnedProjects', { search }, a),
        listed(owner, 'listGroupProjects', { id }, a),
      ],
    ],
    ['Groups'],
  ],
  [
    'Members',
    [
      ({ owner, people: { b }, project }) => [
        ...shownBy.member(owner, 'Project', project.id, b.id),
        listed(owner, 'listProjectUsers', project, b.id),
      ],
      ({ owner, people, groups: { b } }) => shownBy.member(owner, 'Group', b, people.b.id),
    ],
    ['Projects'],
  ],
  [
    'Issues',
    [
      ({ owner, project, groups, issues: { c }, mergeRequests }) => [
        ...shownBy.issue(owner, project.id, groups.b, c.id),
        listed(
          owner,
          'listIssuesClosedByMergeRequest',
          { ...project, merge_request_id: mergeRequests.c.id },
          c.id,
        ),
      ],
    ],
    ['Merge requests'],
  ],
  [
    'Merge requests',
    [({ owner, project, mergeRequests: { b } }) => shownBy.mergeRequest(owner, project.id, b.id)],
  ],
  ['Snippets', [({ owner, project, snippets: { b } }) => shownBy.snippet(owner, project.id, b)]],
  ['Branches', [({ owner, project }) => shownBy.branch(owner, project.id, 'branch-b')]],
  ['Tags', [({ owner, project }) => shownBy.tag(owner, project.id, 'tag-b')]],
  ['Commits', [headOfBranch], ['Branches', 'Repositories', 'Merge requests']],
]

/** The head of a branch in all responses with a commit. */
function headOfBranch({ owner, project, mergeRequests: { b } }: Lists): readonly Reader[] {
  const commitOf = (body: unknown) => at(body, 'commit')
  const refs = { from: 'tag-b', to: 'branch-b' }
  const request = { ...project, merge_request_id: b.id }
  // The order of commits is not stated.
  const head = itemWith('title', 'Add b 3')
  return [
    lookup(owner, 'getCommit', { ...project, sha: 'branch-b' }),
    lookup(owner, 'listCommits', { ...project, ref_name: 'branch-b', per_page: 100 }, head),
    lookup(owner, 'getBranch', { ...project, branch: 'branch-b' }, commitOf),
    lookup(owner, 'compareRevisions', { ...project, ...refs }, commitOf),
    lookup(owner, 'listMergeRequestCommits', request, head),
  ]
}

/** Records whose ids only a list provides: the first item is looked up. */
const firstOfLists: Readonly<Record<'Notes' | 'Builds', readonly FirstOfList[]>> = {
  Notes: [
    notesOn('Issue', ({ project, issues }) => ({ ...project, issue_id: issues.b.id })),
    notesOn('Snippet', ({ project, snippets }) => ({ ...project, snippet_id: snippets.b })),
    notesOn('MergeRequest', ({ project, mergeRequests }) => ({
      ...project,
      merge_request_id: mergeRequests.b.id,
    })),
  ],
  Builds: [
    {
      list: 'listBuilds',
      lookup: 'getBuild',
      idParameter: 'build_id',
      parameters: ({ project }) => project,
    },
  ],
}

interface FirstOfList {
  readonly list: Reader['operation']
  readonly lookup: Reader['operation']
  /** The parameter of the lookup with the id. */
  readonly idParameter: string
  readonly parameters: (lists: Lists) => Reader['parameters']
}

function notesOn(parent: NoteParent, parameters: FirstOfList['parameters']): FirstOfList {
  return {
    list: `list${parent}Notes`,
    lookup: `get${parent}Note`,
    idParameter: 'note_id',
    parameters,
  }
}

/** Returns the list and the lookup of its first item; nothing for an empty list. */
async function readersOfFirst(one: FirstOfList, lists: Lists): Promise<readonly Reader[]> {
  const { owner } = lists
  const parameters = one.parameters(lists)
  const { body } = await owner.attempt(one.list, parameters)
  const id = at(body, '0.id')
  if (id === undefined) return []
  return [
    lookup(owner, one.list, parameters, itemWith('id', id)),
    lookup(owner, one.lookup, { ...parameters, [one.idParameter]: id }),
  ]
}

/** All operations show the same values of a record. */
export const alike: readonly Story[] = [
  ...records.map(([resource, all, also = []]) =>
    story(`alike: ${resource}`, { about: [resource, ...also] }, async (t) => {
      const lists = await t.shared(createLists)
      for (const readers of all) await t.chapter('', () => checkAlike(t, readers(lists, t)))
    }),
  ),
  ...(['Notes', 'Builds'] as const).map((resource) =>
    story(`alike: ${resource}`, { about: [resource] }, async (t) => {
      const lists = await t.shared(createLists)
      for (const one of firstOfLists[resource]) {
        await t.chapter(one.lookup, async () => checkAlike(t, await readersOfFirst(one, lists)))
      }
    }),
  ),
]

interface ShownRecord {
  readonly answer: OperationResponse
  /** The values of the fields by path (`author.name`). */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Compares what several operations show of a record, for each field that more than one of them shows. Deviations from
 * the majority are reported; without a majority, all operations are.
 */
export async function checkAlike(t: TestContext, readers: readonly Reader[]): Promise<void> {
  const shown = (await Promise.all(readers.map(show))).flatMap((one) => one ?? [])
  if (shown.length < 2) return
  const rule = 'A record is shown as other operations show it.'
  for (const one of shown) {
    const odd = [...one.fields].filter(([path, value]) => isOdd(path, value, shown))
    const received = Object.fromEntries(odd)
    const others = odd.map(([path]) => `${path} ${[...valuesOf(path, shown)].join(' or ')}`)
    t.expect(one.answer, 'shows-alike', rule).holds(odd.length === 0, others.join(', '), received)
  }
}

async function show({
  caller,
  operation,
  parameters,
  find,
}: Reader): Promise<ShownRecord | undefined> {
  const answer = await caller.attempt(operation, parameters)
  const record = answer.status < 300 ? (find ? find(answer.body) : answer.body) : undefined
  return record === undefined ? undefined : { answer, fields: new Map(fieldsOf(record)) }
}

function isOdd(path: string, value: string, shown: readonly ShownRecord[]): boolean {
  const values = shown.flatMap(({ fields }) => fields.get(path) ?? [])
  const same = values.filter((one) => one === value).length
  const isCommonest = values.every((one) => values.filter((other) => other === one).length <= same)
  const isAlone = new Set(values).size > 1
  return isAlone && !(isCommonest && same * 2 > values.length)
}

function valuesOf(path: string, shown: readonly ShownRecord[]): ReadonlySet<string> {
  return new Set(shown.flatMap(({ fields }) => fields.get(path) ?? []))
}

/** The fields that a server may update late, or that depend on reads or on the caller. */
const changing = new Set([
  'merge_status',
  'last_activity_at',
  'last_activity_on',
  'updated_at',
  'last_sign_in_at',
  'current_sign_in_at',
  'status',
  'started_at',
  'finished_at',
  'permissions',
])

/** How much of a short id is compared: each operation may show more of it. */
const SHORT_ID = 7

/** Returns the paths and values of all fields, without lists of objects, since their forms differ. */
function fieldsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    return isPlain ? [[path, JSON.stringify([...value].sort())]] : []
  }
  if (typeof value !== 'object' || value === null) return [[path, written(value)]]
  return Object.entries(value).flatMap(([name, field]) => {
    if (changing.has(name)) return []
    const shown = typeof field === 'string' ? comparedPart(name, field) : field
    return fieldsOf(shown, path === '' ? name : `${path}.${name}`)
  })
}

/** Returns what of a text never changes: an operation may show more of a short id, and sign an avatar anew. */
function comparedPart(name: string, text: string): string {
  if (name === 'short_id') return text.slice(0, SHORT_ID)
  return name === 'avatar_url' ? text.replace(/\?.*/, '') : text
}

/** Normalizes times, which may have another time zone, or a precision of one second. */
function written(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
  return isTime ? String(Math.floor(Date.parse(value) / 1000)) : (JSON.stringify(value) ?? '')
}
