import { itemWith } from '../../story/bodies.ts'
import { CannotGoOn } from '../../story/caller.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createCommit`, `cherryPickCommit`, `createCommitComment`. */
export const commits = story('read-back: Commits', { about: ['Commits'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({
    members: [[owner, 'master']],
    files: { 'old.txt': 'old\n', 'gone.txt': 'gone\n', 'kept.txt': 'one\n' },
  })
  await owner.call('createBranch', { id, branch_name: 'side', ref: 'master' })
  const sha = await commit(t, owner, id)
  await t.chapter('the tree that it left', async () => {
    const { body } = await owner.call('listTree', { id, ref_name: 'side' })
    const rule = 'create, move, update and delete did what they say.'
    t.expect({ operation: 'createCommit' }, 'read-back:actions', rule).sameMembers(
      body?.map(({ name }) => name),
      ['new.txt', 'kept.txt', 'moved.txt'],
    )
    for (const [filepath, text] of [
      ['new.txt', 'new'],
      ['kept.txt', 'two\n'],
      ['moved.txt', 'old\n'],
    ] as const) {
      const raw = await owner.call('getRawFile', { id, sha: 'side', filepath })
      t.expect(
        { operation: 'createCommit', exchange: raw.exchange },
        'read-back:actions',
        rule,
      ).equal(raw.text, text)
    }
  })
  await t.chapter('picking', async () => {
    const picked = await owner.call('cherryPickCommit', { id, sha, branch: 'master' })
    const { body } = await owner.call('getBranch', { id, branch: 'master' })
    const rule = 'The new commit is the head of the branch.'
    t.expect(picked, 'read-back:branch', rule).equal(body?.commit?.id, picked.body?.id)
  })
  await t.chapter('commenting', () => checkComments(t, owner, id, sha))
})

async function commit(t: TestContext, owner: Person, id: number): Promise<string> {
  const parameters = {
    id,
    branch_name: 'side',
    commit_message: 'Change four files',
    author_name: 'Somebody Else',
    author_email: 'else@forgery.example.com',
    actions: [
      { action: 'create', file_path: 'new.txt', content: 'bmV3', encoding: 'base64' },
      { action: 'move', file_path: 'moved.txt', previous_path: 'old.txt', content: 'old\n' },
      { action: 'update', file_path: 'kept.txt', content: 'two\n' },
      { action: 'delete', file_path: 'gone.txt' },
    ],
  }
  const answer = await writeAndRead(t, {
    caller: owner,
    operation: 'createCommit',
    parameters,
    shows: {
      ...asSent(parameters, 'author_name', 'author_email'),
      commit_message: ['title', parameters.commit_message],
    },
    readers: ({ body }): readonly Reader[] => {
      const sha: unknown = Reflect.get(Object(body), 'id')
      return [
        { caller: owner, operation: 'getCommit', parameters: { id, sha } },
        {
          caller: owner,
          operation: 'listCommits',
          parameters: { id, ref_name: 'side' },
          find: itemWith('id', sha),
        },
      ]
    },
  })
  const sha: unknown = Reflect.get(Object(answer.body), 'id')
  if (typeof sha !== 'string') throw new CannotGoOn('createCommit answered no id')
  const { body } = await owner.call('getBranch', { id, branch: 'side' })
  const rule = 'The new commit is the head of the branch.'
  t.expect(answer, 'read-back:branch_name', rule).equal(body?.commit?.id, sha)
  return sha
}

async function checkComments(t: TestContext, owner: Person, id: number, sha: string) {
  const parameters = { id, sha, note: 'On a line ✓', path: 'kept.txt', line: 1, line_type: 'new' }
  await writeAndRead(t, {
    caller: owner,
    operation: 'createCommitComment',
    parameters,
    shows: asSent(parameters, 'note', 'path', 'line', 'line_type'),
    readers: () => [],
  })
  await writeAndRead(t, {
    caller: owner,
    operation: 'createCommitComment',
    parameters: { id, sha, note: 'On all of it' },
    shows: { note: ['note', 'On all of it'] },
    readers: () => [
      {
        caller: owner,
        operation: 'listCommitComments',
        parameters: { id, sha },
        find: itemWith('note', 'On all of it'),
      },
    ],
  })
  const nowhere = await owner.call('createCommitComment', {
    id,
    sha: 'side',
    note: 'Nowhere',
    path: 'no-such.txt',
    line: 9,
    line_type: 'new',
  })
  const { path, line, line_type } = nowhere.body ?? {}
  const rule = 'Where the line or the path is not there, path, line and line_type are null.'
  t.expect(nowhere, 'placement', rule).equal([path, line, line_type], [null, null, null])
}

/** `createCommitStatus`. */
export const commitStatuses = story(
  'read-back: Commit statuses',
  { about: ['Commit statuses'] },
  async (t) => {
    const owner = await t.plainUser()
    const { id } = await t.project({ members: [[owner, 'master']] })
    await owner.call('createBranch', { id, branch_name: 'side', ref: 'master' })
    const { body } = await owner.call('getCommit', { id, sha: 'master' })
    const sha = body?.id ?? 'master'
    const post = async (sent: Readonly<Record<string, string>>, name: string) => {
      const { state, name: _name, context: _context, ...same } = sent
      const parameter = sent.name === undefined ? 'context' : 'name'
      await writeAndRead(t, {
        caller: owner,
        operation: 'createCommitStatus',
        parameters: { id, sha, ...sent },
        shows: {
          ...asSent(same, ...Object.keys(same)),
          state: ['status', state],
          [parameter]: ['name', name],
        },
        readers: () => [
          {
            caller: owner,
            operation: 'listCommitStatuses',
            parameters: { id, sha, ref: 'side' },
            find: itemWith('name', name),
          },
        ],
      })
    }
    const rest = { ref: 'side', target_url: 'http://ci.example.com/1', description: 'It runs' }
    await t.chapter('by name', () =>
      post({ state: 'running', name: 'by name', ...rest }, 'by name'),
    )
    await t.chapter('updating', () =>
      post({ state: 'success', name: 'by name', ...rest, description: 'It ran' }, 'by name'),
    )
    await t.chapter('by context', () =>
      post({ state: 'failed', context: 'by context', ref: 'side' }, 'by context'),
    )
    await t.chapter('without a name', () => post({ state: 'pending', ref: 'side' }, 'default'))
    for (const state of ['pending', 'running', 'success', 'failed', 'canceled']) {
      await t.chapter(state, () =>
        post({ state, name: `state ${state}`, ref: 'side' }, `state ${state}`),
      )
    }
  },
)
