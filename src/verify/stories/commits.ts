import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'

/** `createCommit`: the four actions, all or none. */
export const multiFileCommits = story(
  'commits of several files',
  { about: ['Commits'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({
      members: [[jane, 'master']],
      files: {
        'update.txt': 'one\ntwo\n',
        'delete.txt': 'gone\n',
        'move.txt': 'kept\nlines\n',
        'rewrite.txt': 'old\n',
        'encoded.txt': 'old\n',
        'recoded.txt': 'old\n',
      },
    })
    const common = { id, branch_name: 'master' }
    const headOf = async () =>
      (await jane.call('getBranch', { id, branch: 'master' })).body?.commit?.id
    const read = async (filepath: string) => {
      const answer = await jane.attempt('getRawFile', { id, sha: 'master', filepath })
      return answer.status === 200 ? answer.text : answer.status
    }
    const begin = await headOf()

    await t.chapter('every action at once', async () => {
      const made = await jane.call('createCommit', {
        ...common,
        commit_message: 'Change everything',
        author_name: 'Ada',
        author_email: 'ada@forgery.example.com',
        actions: [
          {
            action: 'create',
            file_path: 'new/created.txt',
            content: 'created\n',
            encoding: 'text',
          },
          { action: 'create', file_path: 'new/bytes.bin', content: 'AAH/', encoding: 'base64' },
          { action: 'update', file_path: 'update.txt', content: 'one\n2\n', encoding: 'text' },
          { action: 'delete', file_path: 'delete.txt', encoding: 'text' },
          {
            action: 'move',
            file_path: 'new/moved.txt',
            previous_path: 'move.txt',
            encoding: 'text',
          },
          {
            action: 'move',
            file_path: 'new/rewritten.txt',
            previous_path: 'rewrite.txt',
            content: 'new\n',
            encoding: 'text',
          },
          { action: 'update', file_path: 'encoded.txt', content: 'bmV3Cg==', encoding: 'base64' },
          {
            action: 'move',
            file_path: 'new/recoded.txt',
            previous_path: 'recoded.txt',
            content: 'bmV3Cg==',
            encoding: 'base64',
          },
        ],
      })
      const { additions = 0, deletions = 0, total } = made.body?.stats ?? {}
      const together = 'stats.total is additions and deletions together.'
      t.expect(made, 'schema:values', together).equal(total, additions + deletions)
      t.expect(
        made,
        'read-back:actions',
        'create makes a file with the content that was sent.',
      ).equal(await read('new/created.txt'), 'created\n')
      t.expect(made, 'read-back:actions', 'update replaces the content of a file.').equal(
        await read('update.txt'),
        'one\n2\n',
      )
      t.expect(made, 'read-back:actions', 'delete removes a file.').equal(
        await read('delete.txt'),
        404,
      )
      t.expect(
        made,
        'read-back:actions',
        'move without content keeps the content at the new path.',
      ).equal([await read('move.txt'), await read('new/moved.txt')], [404, 'kept\nlines\n'])
      t.expect(made, 'read-back:actions', 'move with content writes it at the new path.').equal(
        [await read('rewrite.txt'), await read('new/rewritten.txt')],
        [404, 'new\n'],
      )
      const bytes = await jane.call('getRawFile', { id, sha: 'master', filepath: 'new/bytes.bin' })
      t.expect(made, 'read-back:actions', 'The encoding base64 stores the bytes.').equal(
        [...bytes.bytes],
        [0, 1, 255],
      )
      const decoded =
        'The encoding base64 is decoded where a file is updated and where it is moved.'
      t.expect(made, 'read-back:actions', decoded).equal(
        [await read('encoded.txt'), await read('new/recoded.txt')],
        ['new\n', 'new\n'],
      )
      const { body: shown } = await jane.call('getCommit', { id, sha: made.body?.id ?? '' })
      const alike = 'The stats in the response to a commit are those that every later one has.'
      t.expect(made, 'schema:values', alike).equal(made.body?.stats, shown?.stats)
    })

    await t.chapter('the commit', async () => {
      const commit = await jane.call('getCommit', { id, sha: 'master' })
      const { body } = commit
      t.expect(commit, 'schema:values', 'A commit gives its parents, message and author.').equal(
        [
          body?.parent_ids,
          body?.message?.trim(),
          body?.title,
          body?.author_name,
          body?.author_email,
        ],
        [[begin], 'Change everything', 'Change everything', 'Ada', 'ada@forgery.example.com'],
      )
      t.expect(commit, 'schema:values', 'short_id begins id.').holds(
        (body?.short_id?.length ?? 0) >= 7 && (body?.id?.startsWith(body.short_id ?? '') ?? false),
        'the beginning of id',
        body?.short_id,
      )
      const { additions = 0, deletions = 0, total } = body?.stats ?? {}
      t.expect(commit, 'schema:values', 'stats.total is additions and deletions together.').equal(
        total,
        additions + deletions,
      )
      for (const sha of [body?.id ?? '', body?.short_id ?? '']) {
        const again = await jane.attempt('getCommit', { id, sha })
        if (sha === body?.short_id && again.status === 404) {
          t.leftOpen('getCommit', 'parameter:sha', 'whether a short id is a hash is not stated')
          continue
        }
        t.expect(again, 'parameter:sha', 'A commit is found by its hash.').equal(
          at(again.body, 'id'),
          body?.id,
        )
      }
    })

    await t.chapter('its differences', async () => {
      const answer = await jane.call('listCommitDifferences', { id, sha: 'master' })
      const entryAt = (path: string) => answer.body?.find(({ new_path }) => new_path === path)
      const flags = (path: string) => {
        const { new_file, renamed_file, deleted_file } = entryAt(path) ?? {}
        return [new_file, renamed_file, deleted_file]
      }
      t.expect(answer, 'content', 'new_file is true of a created file alone.').equal(
        flags('new/created.txt'),
        [true, false, false],
      )
      t.expect(answer, 'content', 'deleted_file is true of a deleted file alone.').equal(
        flags('delete.txt'),
        [false, false, true],
      )
      t.expect(answer, 'content', 'A changed file is neither new, renamed nor deleted.').equal(
        flags('update.txt'),
        [false, false, false],
      )
      const diff = entryAt('update.txt')?.diff ?? ''
      t.expect(
        answer,
        'content',
        'diff has the lines that went with - and those that came with +.',
      ).holds(
        /^-two$/m.test(diff) && /^\+2$/m.test(diff) && /^ one$/m.test(diff),
        '-two and +2 after one',
        diff,
      )
    })

    await t.chapter('all or nothing', async () => {
      const before = await headOf()
      const sent = {
        ...common,
        commit_message: 'Never',
        actions: [
          { action: 'create', file_path: 'half.txt', content: 'half\n' },
          { action: 'update', file_path: 'no/such/file.txt', content: 'x\n' },
        ],
      }
      const refused = await jane.attempt('createCommit', sent, { mayBeRefused: () => true })
      if (refused.status < 300 && (await read('no/such/file.txt')) === 'x\n') {
        const reason = 'whether an update makes a file that is not there is not stated'
        return t.leftOpen('createCommit', 'refused-change', reason)
      }
      t.expect(
        refused,
        'refused-change',
        'A commit with an action that cannot be done is refused.',
      ).status([400, 404, 422])
      t.expect(
        refused,
        'refused-change',
        'A refused commit leaves the branch and its files.',
      ).equal([await headOf(), await read('half.txt')], [before, 404])
    })
  },
)

/** `cherryPickCommit`: the changes of a commit on another branch. */
export const cherryPick = story('cherry-picking a commit', { about: ['Commits'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
  })
  await jane.call('createBranch', { id, branch_name: 'feature', ref: 'master' })
  const commit = (branch_name: string, file_path: string, content: string, message: string) =>
    jane.call('createCommit', {
      id,
      branch_name,
      commit_message: message,
      actions: [{ action: 'update', file_path, content, encoding: 'text' }],
    })
  await commit('feature', 'b.txt', 'not this\n', 'Leave this')
  const { body: picked } = await commit('feature', 'a.txt', 'picked\n', 'Take this')
  const { body: before } = await jane.call('getCommit', { id, sha: 'master' })

  await t.chapter('picking', async () => {
    const made = await jane.call('cherryPickCommit', {
      id,
      sha: picked?.id ?? '',
      branch: 'master',
    })
    const head = await jane.call('getCommit', { id, sha: 'master' })
    t.expect(made, 'consequence:commit', 'The branch gets a new commit on top of its head.').equal(
      [head.body?.id, head.body?.parent_ids],
      [made.body?.id, [before?.id]],
    )
    t.expect(
      made,
      'consequence:commit',
      'The new commit is another one with the same title.',
    ).equal([made.body?.id === picked?.id, made.body?.title], [false, 'Take this'])
    const raw = (filepath: string) => jane.call('getRawFile', { id, sha: 'master', filepath })
    t.expect(
      made,
      'consequence:content',
      'The branch has the changes of the commit, and no others.',
    ).equal([(await raw('a.txt')).text, (await raw('b.txt')).text], ['picked\n', 'b\n'])
    const feature = await jane.call('getBranch', { id, branch: 'feature' })
    t.expect(feature, 'consequence:commit', 'The branch it is picked from stays.').equal(
      feature.body?.commit?.id,
      picked?.id,
    )
  })
})

/** `createCommitComment`: comments on a commit and on its lines. */
export const commitComments = story('comments on a commit', { about: ['Commits'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'a.txt': 'one\ntwo\nthree\n' },
  })
  const { body: head } = await jane.call('getCommit', { id, sha: 'master' })
  const sha = head?.id ?? ''

  await t.chapter('on the commit', async () => {
    const made = await jane.call('createCommitComment', { id, sha, note: 'Well done' })
    t.expect(made, 'read-back:note', 'The answer has the note and its author.').equal(
      [
        made.body?.note,
        made.body?.author?.username,
        made.body?.path,
        made.body?.line,
        made.body?.line_type,
      ],
      ['Well done', jane.username, null, null, null],
    )
    const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
    t.expect(made, 'read-back:note', 'The comment is in the list of the commit.').includes(
      listed.body?.map(({ note, author }) => [note, author?.username]),
      [['Well done', jane.username]],
    )
  })

  await t.chapter('on a line', async () => {
    const place = { path: 'a.txt', line: 2, line_type: 'new' as const }
    const made = await jane.call('createCommitComment', { id, sha, note: 'Here', ...place })
    const { path, line, line_type } = made.body ?? {}
    for (const [name, received] of Object.entries({ path, line, line_type })) {
      t.expect(
        made,
        `read-back:${name}`,
        'With the full SHA, path, line and line_type new the comment is placed on the line.',
      ).equal(received, Reflect.get(place, name))
    }
    const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
    t.expect(made, 'read-back:note', 'A comment on a line is in the list of the commit.').includes(
      listed.body?.map(({ note }) => note),
      ['Here'],
    )
  })

  for (const [what, place] of [
    ['a line that does not exist', { path: 'a.txt', line: 4711 }],
    ['the line behind the last one', { path: 'a.txt', line: 4 }],
    ['a path that does not exist', { path: 'no-such-file.txt', line: 1 }],
  ] as const) {
    await t.chapter(`on ${what}`, async () => {
      const made = await jane.call('createCommitComment', {
        id,
        sha: 'master',
        note: `Nowhere: ${what}`,
        line_type: 'new',
        ...place,
      })
      t.expect(
        made,
        'placement',
        `A comment on ${what} is attached to the commit, with path, line and line_type null.`,
      ).equal([made.body?.path, made.body?.line, made.body?.line_type], [null, null, null])
      const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
      t.expect(
        made,
        'placement',
        'A comment by the name of a branch is attached to its last commit.',
      ).includes(
        listed.body?.map(({ note }) => note),
        [`Nowhere: ${what}`],
      )
    })
  }
})
