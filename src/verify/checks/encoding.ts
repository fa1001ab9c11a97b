import { decodeBase64 } from '../../shared/base64.ts'
import { idOf } from '../fixture/values.ts'
import { at, itemWith } from '../story/bodies.ts'
import { type Story, story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { linksOf } from './links.ts'

/** File paths with characters that must be encoded in addresses or forms. */
const paths = [
  'two words.txt',
  'gründe/über_uns-2@home.md',
  '50% & more.txt',
  'a+b=c.txt',
  'dots.in.the..name',
  'which? #1.txt',
  '日本/一.txt',
  '.hidden/%2F.txt',
]

/** Names of branches and tags that git accepts. */
const refs = ['feature/one.two', 'grün', '50%', 'a+b', 'fix-#1', 'v1.0.0-rc.1+2']

/** A name of the signs that every rule of a server about names can be expected to take. */
const plainName = /^[\w./-]+$/

/** Text with characters that must be escaped in JSON, forms and pages. */
const text = 'Größe "a" & <b>; 50% + 1 = \\n? 日本 🚀\nsecond line\tend'

/** Lines with all kinds of line endings, the last one without any. */
const lines = ' one\r\ntwo \n\n\tthree\r\nfour'

/** Names and texts with spaces, punctuation and letters beyond ASCII, in all places. */
export const encoding: readonly Story[] = [
  story('encoding: files', { about: ['Files', 'Repositories'] }, async (t) => {
    const { jane, id } = await place(t)
    for (const file_path of paths)
      await t.chapter(file_path, () => checkFile(t, jane, id, file_path))
  }),
  story('encoding: branches and tags', { about: ['Branches', 'Tags'] }, async (t) => {
    const { jane, id } = await place(t)
    for (const name of refs) {
      await t.chapter(`the branch ${name}`, () => checkBranch(t, jane, id, name))
      await t.chapter(`the tag ${name}`, () => checkTag(t, jane, id, name))
    }
  }),
  story('encoding: texts', { about: ['Issues', 'Notes', 'Snippets'] }, async (t) => {
    const { jane, id } = await place(t)
    await checkTexts(t, jane, id)
  }),
]

async function place(t: TestContext) {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']] })
  return { jane, id }
}

const rule = 'A name is read as it was written, whatever is in it.'

async function checkFile(t: TestContext, jane: Person, id: number, file_path: string) {
  const ref = 'master'
  const place = { id, file_path, branch_name: ref, commit_message: `Write ${file_path}` }
  const first = await jane.attempt('createFile', { ...place, content: text })
  // A server may accept only letters, digits, dots, dashes and at signs, as GitLab 8.15 did.
  if (first.status === 400) {
    return t.notTested(
      'createFile',
      'encoding',
      `the server takes no file of the name ${file_path}`,
    )
  }
  let blobId: unknown
  for (const [operation, content] of [
    ['createFile', text],
    ['updateFile', lines],
  ] as const) {
    const isFirst = operation === 'createFile'
    const written = isFirst ? first : await jane.call(operation, { ...place, content })
    const shown = await jane.attempt('getFile', { id, file_path, ref })
    const raw = await jane.attempt('getRawFile', { id, sha: ref, filepath: file_path })
    blobId = at(shown.body, 'blob_id')
    const isAlike = at(shown.body, 'file_path') === file_path && contentOf(shown.body) === content
    const exchanges = [written.exchange, shown.exchange]
    t.expect({ operation, exchanges }, 'encoding', rule).holds(
      isAlike || raw.text === content,
      'the file with its text',
      shown.text,
    )
    t.expect(shown, 'encoding', rule).holds(isAlike, 'the file with its text', shown.text)
    t.expect(raw, 'encoding', rule).equal(raw.text, content)
  }
  const folder = file_path.split('/').slice(0, -1).join('/')
  const tree = await jane.attempt('listTree', {
    id,
    ref_name: ref,
    per_page: 100,
    ...(folder === '' ? {} : { path: folder }),
  })
  const listed = at(itemWith('path', file_path)(tree.body), 'name')
  t.expect(tree, 'encoding', rule).equal(listed, file_path.split('/').at(-1))
  const sameBlob = 'blob_id is the id of the blob in the tree.'
  const entry = itemWith('path', file_path)(tree.body)
  t.expect({ operation: 'getFile', exchange: tree.exchange }, 'schema:values', sameBlob).equal(
    blobId,
    at(entry, 'id'),
  )
  const gone = await jane.call('deleteFile', place)
  const { status } = await jane.attempt('getFile', { id, file_path, ref })
  t.expect(gone, 'encoding', rule).equal(status, 404)
}

function contentOf(body: unknown): string | undefined {
  const content = at(body, 'content')
  const bytes = typeof content === 'string' ? decodeBase64(content) : undefined
  return bytes && new TextDecoder().decode(bytes)
}

/** Creates a branch or a tag. Which names are valid is not stated, and what is not may be refused with 400. */
async function isTaken(
  t: TestContext,
  jane: Person,
  operation: 'createBranch' | 'createTag',
  sent: Readonly<Record<string, unknown>>,
  name: string,
): Promise<boolean> {
  if (plainName.test(name)) await jane.perform(operation, sent)
  else {
    const mayBeRefused = (status: number) => status === 400
    const made = await jane.attempt(operation, sent, { mayBeRefused })
    if (made.status === 400) {
      t.notTested(operation, 'encoding', `the server takes nothing of the name ${name}`)
      return false
    }
    t.expect(made, 'encoding', rule).status([201])
  }
  return true
}

async function checkBranch(t: TestContext, jane: Person, id: number, branch: string) {
  if (!(await isTaken(t, jane, 'createBranch', { id, branch_name: branch, ref: 'master' }, branch)))
    return
  const list = await jane.call('listBranches', { id, per_page: 100 })
  const listed = at(itemWith('name', branch)(list.body), 'name')
  t.expect(list, 'encoding', rule).equal(listed, branch)
  const shown = await jane.attempt('getBranch', { id, branch })
  t.expect(shown, 'encoding', rule).equal(at(shown.body, 'name'), branch)
  const commits = await jane.attempt('listCommits', { id, ref_name: branch })
  t.expect(commits, 'encoding', rule).status([200])
  const held = await jane.attempt('protectBranch', { id, branch })
  t.expect(held, 'encoding', rule).equal(at(held.body, 'protected'), true)
  const free = await jane.attempt('unprotectBranch', { id, branch })
  t.expect(free, 'encoding', rule).equal(at(free.body, 'protected'), false)
  const gone = await jane.attempt('deleteBranch', { id, branch })
  t.expect(gone, 'encoding', rule).status([200])
  const { status } = await jane.attempt('getBranch', { id, branch })
  t.expect(gone, 'encoding', rule).equal(status, 404)
}

async function checkTag(t: TestContext, jane: Person, id: number, tag_name: string) {
  const sent = { id, tag_name, ref: 'master', message: text }
  if (!(await isTaken(t, jane, 'createTag', sent, tag_name))) return
  const list = await jane.call('listTags', { id, per_page: 100 })
  t.expect(list, 'encoding', rule).equal(
    at(itemWith('name', tag_name)(list.body), 'name'),
    tag_name,
  )
  const shown = await jane.attempt('getTag', { id, tag_name })
  t.expect(shown, 'encoding', rule).equal(
    [at(shown.body, 'name'), String(at(shown.body, 'message')).trim()],
    [tag_name, text],
  )
  const release = await jane.attempt('createRelease', { id, tag_name, description: text })
  t.expect(release, 'encoding', rule).equal(at(release.body, 'description'), text)
  const gone = await jane.attempt('deleteTag', { id, tag_name })
  t.expect(gone, 'encoding', rule).status([200])
}

const kept = 'A text is read as it was written, whatever is in it.'

async function checkTexts(t: TestContext, jane: Person, id: number) {
  const title = 'Größe "a" & <b>; 50% + 1 日本'
  const labels = ['two words', 'grün', 'a&b', '50%']
  const sent = { id, title, description: text, labels: labels.join() }
  const made = await jane.call('createIssue', sent)
  const issue_id = idOf(made.body, 'createIssue')
  const issue = await jane.call('getIssue', { id, issue_id })
  const { body } = issue
  t.expect(issue, 'encoding', kept).equal([body?.title, body?.description], [title, text])
  t.expect(issue, 'encoding', kept).sameMembers(body?.labels, labels)
  for (const label of labels) {
    // A server may find what is new with a delay.
    const list = await t.eventually(
      () => jane.call('listIssuesOfProject', { id, labels: label }),
      (one) => one.body?.some((found) => found.id === issue_id) === true,
    )
    const found = list.body?.map((one) => one.id)
    t.expect(list, 'encoding', 'A label is found, whatever is in it.').equal(found, [issue_id])
    // A link may be a cursor that only the server reads.
    const links = Object.values(linksOf(list))
    const asked = links.flatMap(({ searchParams }) => searchParams.get('labels') ?? [])
    const inLinks = 'The links of a list ask for what was asked for, whatever is in it.'
    t.expect(list, 'pagination:links', inLinks).equal([...new Set([...asked, label])], [label])
  }
  const note = await jane.call('createIssueNote', { id, issue_id, body: text })
  const note_id = idOf(note.body, 'createIssueNote')
  const shown = await jane.call('getIssueNote', { id, issue_id, note_id })
  t.expect(shown, 'encoding', kept).equal(shown.body?.body, text)
  const visibility_level = t.instance.allowedLevels[0] ?? 0
  const file = { file_name: 'two-words.rb', title, visibility_level }
  const snippet = await jane.call('createSnippet', { id, ...file, code: `${text}\n` })
  const snippet_id = idOf(snippet.body, 'createSnippet')
  const raw = await jane.call('getRawSnippet', { id, snippet_id })
  t.expect(raw, 'encoding', kept).equal(raw.text, `${text}\n`)
  await jane.call('updateSnippet', { id, snippet_id, code: lines })
  const changed = await jane.call('getRawSnippet', { id, snippet_id })
  t.expect(changed, 'encoding', kept).equal(changed.text, lines)
  const read = await jane.call('getSnippet', { id, snippet_id })
  t.expect(read, 'encoding', kept).equal(
    [read.body?.title, read.body?.file_name],
    [title, file.file_name],
  )
}
