import { at, isObject, itemWith, unbroken } from '../../story/bodies.ts'
import { CannotGoOn } from '../../story/caller.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { listed, lookup, shownBy } from '../shown-by.ts'
import { signs } from './free-text.ts'
import { removeAndRead, writeAndRead } from './write-and-read.ts'

async function headOf(caller: Person, id: number): Promise<string> {
  const { body } = await caller.call('getBranch', { id, branch: 'master' })
  if (body?.commit?.id === undefined) throw new CannotGoOn('getBranch answered no commit')
  return body.commit.id
}

/** `createBranch`, `protectBranch`, `unprotectBranch`, `deleteBranch`, `deleteMergedBranches`. */
export const branches = story('read-back: Branches', { about: ['Branches'] }, async (t) => {
  const owner = await t.plainUser()
  const group = await t.group({ members: [[owner, 'owner']] })
  const { id } = await t.project({ group })
  const head = await headOf(owner, id)
  const branch = 'feature/leak#1'
  const path = { id, branch }
  const readers = shownBy.branch(owner, id, branch)
  await writeAndRead(t, {
    caller: owner,
    operation: 'createBranch',
    path: { id, ref: 'master' },
    sent: { branch_name: branch },
    shown: { ref: ['commit.id', head] },
    readers,
  })

  await t.chapter('protecting', async () => {
    for (const sent of [
      { developers_can_push: true, developers_can_merge: false },
      { developers_can_push: false, developers_can_merge: true },
    ]) {
      await writeAndRead(t, {
        caller: owner,
        operation: 'protectBranch',
        path,
        sent,
        shown: { protection: ['protected', true] },
        readers,
      })
    }
    const again = await owner.call('protectBranch', { ...path, developers_can_merge: true })
    const rule = 'Protecting a protected branch is answered with 200.'
    t.expect(again, 'idempotent', rule).equal(again.body?.protected, true)
  })

  await t.chapter('unprotecting', async () => {
    for (const _ of ['once', 'again']) {
      await writeAndRead(t, {
        caller: owner,
        operation: 'unprotectBranch',
        path,
        shown: {
          protection: ['protected', false],
          developers_can_push: ['developers_can_push', false],
          developers_can_merge: ['developers_can_merge', false],
        },
        readers,
      })
    }
  })

  await t.chapter('deleting', () =>
    removeAndRead(t, { caller: owner, operation: 'deleteBranch', path, readers }),
  )

  await t.chapter('deleting what is merged', async () => {
    const commitOn = (branch_name: string, file_path: string) =>
      owner.call('createFile', {
        id,
        branch_name,
        file_path,
        content: file_path,
        commit_message: `Add ${file_path}`,
      })
    await owner.call('createBranch', { id, branch_name: 'merged', ref: 'master' })
    // A branch at the head of the default branch counts as merged on some servers only.
    await commitOn('master', 'further.txt')
    await owner.call('createBranch', { id, branch_name: 'ahead', ref: 'master' })
    await commitOn('ahead', 'ahead.txt')
    const deleted = await owner.call('deleteMergedBranches', { id })
    const isMerged = itemWith('name', 'merged')
    const rest = await t.eventually(
      () => owner.call('listBranches', { id }),
      ({ body }) => isMerged(body) === undefined,
    )
    const names = rest.body?.map(({ name }) => name)
    t.expect(deleted, 'removes').excludes(names, ['merged'])
    const rule = 'Branches that are not merged into the default branch stay.'
    t.expect(deleted, 'keeps', rule).includes(names, ['ahead', 'master'])
  })
})

/** `createTag`, `createRelease`, `updateRelease`, `deleteTag`. */
export const tags = story('read-back: Tags', { about: ['Tags'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({ members: [[owner, 'master']] })
  const head = await headOf(owner, id)

  await t.chapter('an annotated tag with a release', async () => {
    const path = { id, tag_name: 'v1/first' }
    const readers = shownBy.tag(owner, id, path.tag_name)
    await writeAndRead(t, {
      caller: owner,
      operation: 'createTag',
      path: { id, ref: head },
      sent: {
        tag_name: path.tag_name,
        message: `The first: ${signs}`,
        release_description: `Notes *1*: ${signs}`,
      },
      shown: { ref: ['commit.id', head] },
      readers,
    })
    await describeTag(t, owner, 'updateRelease', path, `Notes *2*: ${signs}`)
    const rule = 'A release of a tag that has one is answered with 409.'
    const again = await owner.attempt('createRelease', { ...path, description: 'Another' })
    t.expect(again, 'conflict', rule).status([409])
    await removeAndRead(t, { caller: owner, operation: 'deleteTag', path, readers })
  })

  await t.chapter('a lightweight tag', async () => {
    const path = { id, tag_name: 'v2' }
    await writeAndRead(t, {
      caller: owner,
      operation: 'createTag',
      path: { ...path, ref: 'master' },
      shown: { ref: ['commit.id', head], message: ['message', null] },
      readers: shownBy.tag(owner, id, path.tag_name),
    })
    const taken = await owner.attempt('createTag', { ...path, ref: 'master' })
    t.expect(taken, 'refused', 'A tag that cannot be created is answered with 405.').status([405])
    await describeTag(t, owner, 'createRelease', path, `Notes *3*: ${signs}`)
  })
})

async function describeTag(
  t: TestContext,
  owner: Person,
  operation: 'createRelease' | 'updateRelease',
  path: { readonly id: number; readonly tag_name: string },
  description: string,
) {
  const answer = await writeAndRead(t, {
    caller: owner,
    operation,
    path,
    sent: { description },
    readers: shownBy.tag(owner, path.id, path.tag_name),
    find: (body) => ({ release: body }),
  })
  const rule = 'The answer names the tag.'
  t.expect(answer, 'shows:tag_name', rule).equal(at(answer.body, 'tag_name'), path.tag_name)
}

/** `createFile`, `updateFile`, `deleteFile`. */
export const files = story('read-back: Files', { about: ['Files'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({ members: [[owner, 'master']] })
  const branch_name = 'side'
  await owner.call('createBranch', { id, branch_name, ref: 'master' })
  const file_path = 'a-folder/ünïcode_1.txt'
  const write = (operation: 'createFile' | 'updateFile', file: Written) =>
    writeFile(t, owner, id, operation, file)

  await t.chapter('creating', () =>
    write('createFile', { file_path, content: 'first ✓\n', encoding: 'text' }),
  )
  await t.chapter('changing', () =>
    write('updateFile', { file_path, content: 'second\n', encoding: 'text' }),
  )
  await t.chapter('Base64', async () => {
    const bytes = { file_path: 'bytes', encoding: 'base64' } as const
    await write('createFile', { ...bytes, content: 'AP+A/g==' })
    await write('updateFile', { ...bytes, content: '/wABAg==' })
  })
  await t.chapter('encoding left out', async () => {
    const path = { id, file_path: 'plain.txt' }
    const plain = { ...path, branch_name, content: 'AP+A', commit_message: 'Plain' }
    await owner.call('createFile', plain)
    const { body, exchange } = await owner.call('getFile', { ...path, ref: branch_name })
    const rule = 'encoding is text where it is left out.'
    t.expect({ operation: 'createFile', exchange }, 'default:encoding', rule).equal(
      unbroken(body?.content),
      btoa('AP+A'),
    )
  })
  await t.chapter('deleting', async () => {
    const path = { file_path, branch_name }
    const said = {
      commit_message: `Remove it: ${signs}`,
      author_name: 'Somebody Else',
      author_email: 'else@forgery.example.com',
    }
    const deleted = await owner.call('deleteFile', { id, ...path, ...said })
    const gone = await owner.attempt('getFile', { id, file_path, ref: branch_name })
    t.expect(deleted, 'removes').equal(gone.status, 404)
    await checkCommit(t, owner, 'deleteFile', id, said)
    for (const name of ['file_path', 'branch_name'] as const) {
      const rule = `The answer names the ${name}.`
      t.expect(deleted, `read-back:${name}`, rule).equal(deleted.body?.[name], path[name])
    }
  })
})

interface Written {
  readonly file_path: string
  readonly content: string
  readonly encoding: 'text' | 'base64'
}

async function writeFile(
  t: TestContext,
  owner: Person,
  id: number,
  operation: 'createFile' | 'updateFile',
  file: Written,
) {
  const { file_path, content, encoding } = file
  const bytes = encoding === 'base64' ? content : base64Of(content)
  const said = {
    commit_message: `${operation} ${file_path} ${encoding}: ${signs}`,
    author_name: `Author of ${encoding}`,
    author_email: `${encoding}@forgery.example.com`,
  }
  const answer = await writeAndRead(t, {
    caller: owner,
    operation,
    path: { id },
    sent: { ...file, branch_name: 'side', ...said },
    shown: { content: ['content', bytes] },
    readers: [lookup(owner, 'getFile', { id, file_path, ref: 'side' }, withUnbrokenContent)],
    // The response only contains the path and the branch.
    find: (body) => ({ file_path: at(body, 'file_path'), ref: at(body, 'branch_name') }),
  })
  const raw = await owner.call('getRawFile', { id, sha: 'side', filepath: file_path })
  const rule = 'The raw file is the content that was committed.'
  const expected = Array.from(atob(bytes), (character) => character.charCodeAt(0))
  const exchanges = [answer.exchange, raw.exchange]
  t.expect({ operation: 'getRawFile', exchanges }, 'shows:content', rule).equal(
    [...raw.bytes],
    expected,
  )
  await checkCommit(t, owner, operation, id, said)
}

function withUnbrokenContent(body: unknown): unknown {
  return isObject(body) ? { ...body, content: unbroken(at(body, 'content')) } : body
}

/** Checks that the head of the branch is a commit with the parameters of a file write. */
async function checkCommit(
  t: TestContext,
  owner: Person,
  operation: 'createFile' | 'updateFile' | 'deleteFile',
  id: number,
  said: Readonly<Record<'commit_message' | 'author_name' | 'author_email', string>>,
) {
  const { body, exchange } = await owner.call('getCommit', { id, sha: 'side' })
  const shown = { ...body, commit_message: body?.message?.trimEnd() }
  for (const [name, sent] of Object.entries(said)) {
    const rule = `The commit has the ${name} that was sent.`
    t.expect({ operation, exchange }, `read-back:${name}`, rule).equal(at(shown, name), sent)
  }
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** `createCommit`, `cherryPickCommit`, `createCommitComment`. */
export const commits = story('read-back: Commits', { about: ['Commits'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({
    members: [[owner, 'master']],
    files: { 'old.txt': 'old\n', 'gone.txt': 'gone\n', 'kept.txt': 'one\n' },
  })
  await owner.call('createBranch', { id, branch_name: 'side', ref: 'master' })
  const sha = await commitFour(t, owner, id)
  await t.chapter('the tree that it left', async () => {
    const { body } = await owner.call('listTree', { id, ref_name: 'side' })
    const rule = 'create, move, update and delete did what they say.'
    t.expect({ operation: 'createCommit' }, 'read-back:actions', rule).sameMembers(
      // A server may give each new project files of its own.
      body
        ?.map(({ name = '' }) => name)
        .filter((name) => /^(?:old|gone|new|kept|moved)\.txt$/.test(name)),
      ['new.txt', 'kept.txt', 'moved.txt'],
    )
    for (const [filepath, text] of [
      ['new.txt', 'new'],
      ['kept.txt', 'two\n'],
      ['moved.txt', 'old\n'],
    ] as const) {
      const raw = await owner.call('getRawFile', { id, sha: 'side', filepath })
      const subject = { operation: 'createCommit', exchange: raw.exchange } as const
      t.expect(subject, 'read-back:actions', rule).equal(raw.text, text)
    }
  })
  await t.chapter('picking', async () => {
    const picked = await owner.call('cherryPickCommit', { id, sha, branch: 'master' })
    const head = await headOf(owner, id)
    t.expect(picked, 'read-back:branch', newHead).equal(head, picked.body?.id)
  })
  await t.chapter('commenting', () => checkComments(t, owner, id, sha))
})

const newHead = 'The new commit is the head of the branch.'

async function commitFour(t: TestContext, owner: Person, id: number): Promise<string> {
  const answer = await writeAndRead(t, {
    caller: owner,
    operation: 'createCommit',
    path: { id },
    sent: {
      branch_name: 'side',
      commit_message: `Change four files: ${signs}`,
      author_name: 'Somebody Else',
      author_email: 'else@forgery.example.com',
      actions: [
        { action: 'create', file_path: 'new.txt', content: 'bmV3', encoding: 'base64' },
        { action: 'move', file_path: 'moved.txt', previous_path: 'old.txt', content: 'old\n' },
        { action: 'update', file_path: 'kept.txt', content: 'two\n' },
        { action: 'delete', file_path: 'gone.txt' },
      ],
    },
    readers: ({ body }) => shownBy.commit(owner, id, String(at(body, 'id')), 'side'),
  })
  const sha = at(answer.body, 'id')
  if (typeof sha !== 'string') throw new CannotGoOn('createCommit answered no id')
  const { body } = await owner.call('getBranch', { id, branch: 'side' })
  t.expect(answer, 'read-back:branch_name', newHead).equal(body?.commit?.id, sha)
  return sha
}

async function checkComments(t: TestContext, owner: Person, id: number, sha: string) {
  const operation = 'createCommitComment'
  const path = { id, sha }
  const onLine = { note: `On a line ✓: ${signs}`, path: 'kept.txt', line: 1, line_type: 'new' }
  await writeAndRead(t, { caller: owner, operation, path, sent: onLine, readers: [] })
  const onAll = { note: `On all of it: ${signs}` }
  const readers = [listed(owner, 'listCommitComments', path, onAll.note, 'note')]
  await writeAndRead(t, { caller: owner, operation, path, sent: onAll, readers })
  const nowhere = await owner.call(operation, {
    id,
    sha: 'side',
    note: 'Nowhere',
    path: 'no-such.txt',
    line: 9,
    line_type: 'new',
  })
  const { path: place, line, line_type } = nowhere.body ?? {}
  const rule = 'Where the line or the path is not there, path, line and line_type are null.'
  t.expect(nowhere, 'placement', rule).equal([place, line, line_type], [null, null, null])
}

/** `createCommitStatus`. */
export const commitStatuses = story(
  'read-back: Commit statuses',
  { about: ['Commit statuses'] },
  async (t) => {
    const owner = await t.plainUser()
    const { id } = await t.project({ members: [[owner, 'master']] })
    await owner.call('createBranch', { id, branch_name: 'side', ref: 'master' })
    const sha = await headOf(owner, id)
    const post = async (sent: Readonly<Record<string, string>>) => {
      const name = sent.name ?? sent.context ?? 'default'
      await writeAndRead(t, {
        caller: owner,
        operation: 'createCommitStatus',
        path: { id, sha },
        sent: { ref: 'side', ...sent },
        shown: { [sent.name === undefined ? 'context' : 'name']: ['name', name] },
        readers: [listed(owner, 'listCommitStatuses', { id, sha, ref: 'side' }, name, 'name')],
      })
    }
    const rest = { name: 'by name', target_url: 'http://ci.example.com/1' }
    await t.chapter('by name', () =>
      post({ state: 'running', ...rest, description: `It runs: ${signs}` }),
    )
    await t.chapter('updating', () =>
      post({ state: 'success', ...rest, description: `It ran: ${signs}` }),
    )
    await t.chapter('by context', () => post({ state: 'failed', context: 'by context' }))
    await t.chapter('without a name', () => post({ state: 'pending' }))
    for (const state of ['pending', 'running', 'success', 'failed', 'canceled']) {
      await t.chapter(state, () => post({ state, name: `state ${state}` }))
    }
  },
)
