import { idOf } from '../fixture/values.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { propose } from './merge-requests.ts'

/** Notes on issues, merge requests and snippets: creation, changes, deletion. */
export const notes = story('notes on three parents', { about: ['Notes'] }, async (t) => {
  const [jane, bob] = await Promise.all([t.user(), t.user()])
  const { id } = await t.project({
    members: [
      [jane, 'master'],
      [bob, 'developer'],
    ],
  })
  for (const parent of await parentsOf(t, jane, id)) {
    // Only the author sees a private snippet.
    const author = parent.type === 'Snippet' ? jane : bob
    await t.chapter(parent.type, () => checkNotes(t, jane, author, parent))
  }
})

interface Parent {
  readonly type: 'Issue' | 'MergeRequest' | 'Snippet'
  readonly parentId: number
  readonly address: Readonly<Record<string, number>>
  /** The address of another record of the same type. */
  readonly beside: Readonly<Record<string, number>>
  readonly operations: (typeof operations)[keyof typeof operations]
}

const operations = {
  issue: {
    create: 'createIssueNote',
    get: 'getIssueNote',
    update: 'updateIssueNote',
    remove: 'deleteIssueNote',
    list: 'listIssueNotes',
  },
  mergeRequest: {
    create: 'createMergeRequestNote',
    get: 'getMergeRequestNote',
    update: 'updateMergeRequestNote',
    remove: 'deleteMergeRequestNote',
    list: 'listMergeRequestNotes',
  },
  snippet: {
    create: 'createSnippetNote',
    get: 'getSnippetNote',
    update: 'updateSnippetNote',
    remove: 'deleteSnippetNote',
    list: 'listSnippetNotes',
  },
} as const

async function parentsOf(t: TestContext, jane: Person, id: number): Promise<Parent[]> {
  const text = { title: 'A text', file_name: 'a.txt', code: 'text', visibility_level: 0 } as const
  const make = async () => {
    const [issue, snippet] = await Promise.all([
      jane.call('createIssue', { id, title: 'A leak' }),
      jane.call('createSnippet', { id, ...text }),
    ])
    const { merge_request_id } = await propose(t, jane, id)
    return {
      issue_id: idOf(issue.body, 'createIssue'),
      snippet_id: idOf(snippet.body, 'createSnippet'),
      merge_request_id,
    }
  }
  const [{ issue_id, snippet_id, merge_request_id }, beside] = [await make(), await make()]
  return [
    {
      type: 'Issue',
      parentId: issue_id,
      address: { id, issue_id },
      beside: { id, issue_id: beside.issue_id },
      operations: operations.issue,
    },
    {
      type: 'MergeRequest',
      parentId: merge_request_id,
      address: { id, merge_request_id },
      beside: { id, merge_request_id: beside.merge_request_id },
      operations: operations.mergeRequest,
    },
    {
      type: 'Snippet',
      parentId: snippet_id,
      address: { id, snippet_id },
      beside: { id, snippet_id: beside.snippet_id },
      operations: operations.snippet,
    },
  ]
}

async function checkNotes(
  t: TestContext,
  jane: Person,
  author: Person,
  { type, parentId, address, beside, operations: { create, get, update, remove, list } }: Parent,
): Promise<void> {
  const made = await author.attempt(create, { ...address, body: 'First' })
  const { id: note_id } = noteIn(made.body)
  const shown = async () => noteIn((await jane.attempt(get, { ...address, note_id })).body)
  // The response to the creation is not specified.
  const note = await shown()
  t.expect(made, 'read-back:body', 'A new note has the text, its author and its parent.').equal(
    [note.body, note.author?.username, note.noteable_type, note.noteable_id, note.system],
    ['First', author.username, type, parentId, false],
  )
  t.expect(made, 'read-back:body', 'The text that was sent is read back.').equal(
    (await shown()).body,
    'First',
  )
  const bodies = async () => {
    const { body } = await jane.attempt(list, { ...address, per_page: 100 })
    return Array.isArray(body) ? body.map((one: unknown) => noteIn(one).body) : undefined
  }
  t.expect(made, 'read-back:body', 'A new note is listed.').includes(await bodies(), ['First'])
  const own = 'A note is found below its own record alone.'
  await t.refused(jane, get, { ...beside, note_id }, [404], 'belongs', own)

  const changed = await author.attempt(update, { ...address, note_id, body: 'Second' })
  // The response to the change is not specified.
  t.expect(changed, 'read-back:body', 'The new text is read back.').equal(
    (await shown()).body,
    'Second',
  )

  const gone = await author.attempt(remove, { ...address, note_id })
  t.expect(gone, 'content', 'The answer to the deletion is the deleted note.').equal(
    [gone.status, noteIn(gone.body).id],
    [200, note_id],
  )
  const read = await jane.attempt(get, { ...address, note_id })
  t.expect(gone, 'removes').equal(read.status, 404)
  t.expect(gone, 'removes', 'A deleted note is not listed.').excludes(await bodies(), ['Second'])
}

interface SeenNote {
  readonly id?: number
  readonly body?: string
  readonly system?: boolean
  readonly noteable_id?: number
  readonly noteable_type?: string
  readonly author?: { readonly username?: string }
}

function noteIn(body: unknown): SeenNote {
  return typeof body === 'object' && body !== null ? body : {}
}
