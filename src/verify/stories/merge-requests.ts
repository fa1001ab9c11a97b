import { type Caller, CannotGoOn } from '../story/caller.ts'
import { untilCompared } from '../story/compared.ts'
import { deleteAsOwner } from '../story/owner-deletion.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

const NOTHING_SCHEDULED = 'Where no merge was scheduled the answer is 406.'

/** A merge request with one commit, ready to be merged. */
export interface Proposal {
  readonly id: number
  readonly merge_request_id: number
  readonly branch: string
  /** The head of the source branch. */
  readonly sha: string
}

export interface ProposalOptions {
  readonly title?: string
  readonly description?: string
  /** The path that the commit writes; a new file by default. */
  readonly file_path?: string
  readonly content?: string
  readonly remove_source_branch?: boolean
  /** The person by default; whether developers may is not stated. */
  readonly branchCreator?: Caller
}

/** Opens a merge request into `master` from a new branch. */
export async function propose(
  t: TestContext,
  person: Person,
  id: number,
  options: ProposalOptions = {},
): Promise<Proposal> {
  const branch = t.name('branch')
  const { title = branch, file_path = `${branch}.txt`, content = `${branch}\n`, ...rest } = options
  const { branchCreator = person, ...fields } = rest
  await branchCreator.call('createBranch', { id, branch_name: branch, ref: 'master' })
  const isNew = options.file_path === undefined
  const { body: commit } = await person.call('createCommit', {
    id,
    branch_name: branch,
    commit_message: `Write ${file_path}`,
    actions: [{ action: isNew ? 'create' : 'update', file_path, content, encoding: 'text' }],
  })
  const { body } = await person.call('createMergeRequest', {
    id,
    source_branch: branch,
    target_branch: 'master',
    title,
    ...fields,
  })
  if (body?.id === undefined || commit?.id === undefined) {
    throw new CannotGoOn('createMergeRequest answered no id')
  }
  return { id, merge_request_id: body.id, branch, sha: commit.id }
}

/** Opens a merge request, and waits until the server has checked whether it can be merged. */
export async function proposeChecked(
  t: TestContext,
  person: Person,
  id: number,
  options: ProposalOptions = {},
): Promise<Proposal> {
  const one = await propose(t, person, id, options)
  await t.eventually(
    () => person.call('getMergeRequest', addressOf(one)),
    ({ body }) => body?.merge_status !== 'unchecked' && body?.merge_status !== undefined,
  )
  return one
}

/** Returns the parameters that identify a merge request. */
export function addressOf({ id, merge_request_id }: Proposal) {
  return { id, merge_request_id }
}

/** `getMergeRequest`, `listMergeRequestCommits`, `getMergeRequestChanges`: the content to be merged. */
export const mergeRequestContent = story(
  'what a merge request brings',
  { about: ['Merge requests'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({
      members: [[jane, 'master']],
      files: { 'a.txt': 'one\n', 'to-move.txt': 'one\ntwo\nthree\n' },
    })
    const branch = t.name('branch')
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    const commit = async (action: 'create' | 'update', file_path: string, content: string) => {
      const { body } = await jane.call('createCommit', {
        id,
        branch_name: branch,
        commit_message: `Write ${file_path}`,
        actions: [{ action, file_path, content, encoding: 'text' }],
      })
      return body?.id
    }
    const { body: moved } = await jane.call('createCommit', {
      id,
      branch_name: branch,
      commit_message: 'Move it',
      actions: [{ action: 'move', file_path: 'moved.txt', previous_path: 'to-move.txt' }],
    })
    const shas = [
      moved?.id,
      await commit('update', 'a.txt', 'two\n'),
      await commit('create', 'b.txt', 'b\n'),
    ]
    const { body: made } = await jane.call('createMergeRequest', {
      id,
      source_branch: branch,
      target_branch: 'master',
      title: 'WIP: Show it',
    })
    if (made?.id === undefined) throw new CannotGoOn('createMergeRequest answered no id')
    const address = { id, merge_request_id: made.id }
    await untilCompared(t, jane, address)

    await t.chapter('its branches', async () => {
      const shown = await jane.call('getMergeRequest', address)
      const { body } = shown
      const rule = 'A merge request gives its branches, author and head.'
      t.expect(shown, 'schema:values', rule).equal(
        [body?.state, body?.source_branch, body?.target_branch, body?.author?.username, body?.sha],
        ['opened', branch, 'master', jane.username, shas.at(-1)],
      )
    })

    await t.chapter('its commits', async () => {
      const commits = await jane.call('listMergeRequestCommits', address)
      const rule = 'The commits of a merge request are all those of its source branch alone.'
      t.expect(commits, 'content', rule).sameMembers(
        commits.body?.map((one) => one.id),
        shas,
      )
    })

    await t.chapter('its changes', async () => {
      const answer = await jane.call('getMergeRequestChanges', address)
      const changes = answer.body?.changes ?? []
      const expectation = t.expect(
        answer,
        'content',
        'changes has each changed file with its difference: - where lines go, + where lines come.',
      )
      const isMoved = (path: string | undefined) => /moved?\.txt$/.test(path ?? '')
      const others = changes.filter(({ new_path }) => !isMoved(new_path))
      expectation.sameMembers(
        others.map((change) => [change.new_path, change.new_file]),
        [
          ['a.txt', false],
          ['b.txt', true],
        ],
      )
      // Whether renames are detected is up to the server, but it must be consistent with the comparison of the
      // branches.
      const asked = { id, from: 'master', to: branch }
      const { body: comparison } = await jane.call('compareRevisions', asked)
      const flagsOf = (one: Readonly<Record<string, unknown>>) =>
        ['old_path', 'new_path', 'new_file', 'renamed_file', 'deleted_file'].map(
          (name) => one[name],
        )
      const same = 'changes has the files that a comparison of the branches has.'
      t.expect(answer, 'content', same).sameMembers(
        changes.map(flagsOf),
        comparison?.diffs?.map(flagsOf) ?? [],
      )
      const diff = changes.find(({ new_path }) => new_path === 'a.txt')?.diff ?? ''
      expectation.holds(/^-one$/m.test(diff) && /^\+two$/m.test(diff), '-one and +two', diff)
    })

    await t.chapter('in progress, and no longer', async () => {
      if (made.work_in_progress !== true) {
        const reason = 'which titles are of work in progress is not stated'
        return t.notTested('updateMergeRequest', 'consequence:work_in_progress', reason)
      }
      const branches = { source_branch: branch, target_branch: 'master' }
      const sent = { ...address, ...branches, title: 'Show it' }
      const changed = await jane.call('updateMergeRequest', sent)
      const { body } = await jane.call('getMergeRequest', address)
      const rule = 'work_in_progress follows from the title.'
      t.expect(changed, 'consequence:work_in_progress', rule).equal(
        [changed.body?.work_in_progress, body?.work_in_progress],
        [false, false],
      )
    })
  },
)

/** `mergeMergeRequest`: the merge and its result; refused where it is merged already. */
export const merging = story(
  'merging a merge request',
  { about: ['Merge requests'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })

    await t.chapter('merging', async () => {
      const message = 'Bring it in\n\nIt was read twice.'
      const one = await proposeChecked(t, jane, id)
      const merged = await jane.call('mergeMergeRequest', {
        ...addressOf(one),
        merge_commit_message: message,
        should_remove_source_branch: false,
        sha: one.sha,
      })
      const { body } = await jane.call('getMergeRequest', addressOf(one))
      t.expect(
        merged,
        'transition:merge',
        'An opened merge request that can be merged is merged.',
      ).equal([merged.body?.state, body?.state], ['merged', 'merged'])
      const raw = await jane.attempt('getRawFile', {
        id,
        sha: 'master',
        filepath: `${one.branch}.txt`,
      })
      t.expect(merged, 'consequence:content', 'The target branch has the changes then.').equal(
        [raw.status, raw.text],
        [200, `${one.branch}\n`],
      )
      const head = await jane.call('getCommit', { id, sha: 'master' })
      t.expect(
        merged,
        'read-back:merge_commit_message',
        'merge_commit_message is the message of the merge commit.',
      ).equal(head.body?.message?.trim(), message)
      const branch = await jane.attempt('getBranch', { id, branch: one.branch })
      t.expect(
        merged,
        'read-back:should_remove_source_branch',
        'The source branch stays where should_remove_source_branch is false.',
      ).equal(branch.status, 200)
      await checkContinued(t, jane, one)
      const again = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(
        again,
        'refused:merged',
        'Merging what is merged already is answered with 406.',
      ).status([406], 'not_open')
      const canceled = await jane.attempt('cancelMergeWhenBuildSucceeds', addressOf(one))
      t.expect(
        canceled,
        'refused:merged',
        'A merge cannot be unscheduled where it is merged: 405.',
      ).status([405])
    })

    await t.chapter('one of two from the same branch', async () => {
      const target_branch = t.name('target')
      await jane.call('createBranch', { id, branch_name: target_branch, ref: 'master' })
      const one = await proposeChecked(t, jane, id)
      const sent = { id, source_branch: one.branch, target_branch, title: 'Elsewhere' }
      const { body: other } = await jane.call('createMergeRequest', sent)
      const staying = { ...addressOf(one), should_remove_source_branch: false }
      const merged = await jane.call('mergeMergeRequest', staying)
      const address = { id, merge_request_id: other?.id ?? 0 }
      const { body } = await jane.call('getMergeRequest', address)
      const raw = { id, sha: target_branch, filepath: `${one.branch}.txt` }
      const { status } = await jane.attempt('getRawFile', raw)
      t.expect(
        merged,
        'keeps:the-others',
        'Another merge request from the same branch, into another one, stays open.',
      ).equal([body?.state, status], ['opened', 404])
    })

    await t.chapter('removing the source branch', async () => {
      const one = await proposeChecked(t, jane, id)
      const sha = await checkHeadOfMerge(t, jane, one)
      const merged = await jane.call('mergeMergeRequest', {
        ...addressOf(one),
        merge_commit_message: 'Bring it in, and clean up',
        should_remove_source_branch: true,
        sha,
      })
      const head = await jane.call('getCommit', { id, sha: 'master' })
      t.expect(
        merged,
        'read-back:merge_commit_message',
        'merge_commit_message is the message of the merge commit, whatever else is sent.',
      ).equal(head.body?.message?.trim(), 'Bring it in, and clean up')
      const isGone = async () =>
        (await jane.attempt('getBranch', { id, branch: one.branch })).status === 404
      t.expect(
        merged,
        'read-back:should_remove_source_branch',
        'should_remove_source_branch removes the source branch.',
      ).equal(await t.eventually(isGone, (done) => done), true)
    })
  },
)

/** Commits a new file to the source branch of a merge request. */
async function commitTo(t: TestContext, jane: Person, { id, branch }: Proposal): Promise<void> {
  const file = { file_path: t.name('file'), content: 'later\n', commit_message: 'Go on' }
  await jane.call('createFile', { id, branch_name: branch, ...file })
}

/** Commits to the source branch, checks that its former head is no sha to merge by, and returns the new one. */
async function checkHeadOfMerge(t: TestContext, jane: Person, one: Proposal): Promise<string> {
  await commitTo(t, jane, one)
  const { body } = await jane.call('getBranch', { id: one.id, branch: one.branch })
  const sha = body?.commit?.id ?? ''
  // A server may look at a push in the background.
  await t.eventually(
    () => jane.call('getMergeRequest', addressOf(one)),
    ({ body: request }) => request?.sha === sha && request.merge_status === 'can_be_merged',
  )
  const former = { ...addressOf(one), sha: one.sha }
  const rule = 'The former head of the source branch is no sha to merge by: 409.'
  await t.refused(jane, 'mergeMergeRequest', former, [409], 'read-back:sha', rule)
  return sha
}

/** Checks that a branch which was merged is no merged one with a further commit. */
async function checkContinued(t: TestContext, jane: Person, one: Proposal): Promise<void> {
  const { id, branch } = one
  await commitTo(t, jane, one)
  const shown = await t.eventually(
    () => jane.call('getBranch', { id, branch }),
    ({ body }) => body?.merged === false,
  )
  const rule = 'merged is false of a branch with a commit that the default branch lacks.'
  t.expect(shown, 'field:merged', rule).equal(shown.body?.merged, false)
}

/** `merge_when_build_succeeds` and `cancelMergeWhenBuildSucceeds`. */
export const scheduling = story('scheduling a merge', { about: ['Merge requests'] }, async (t) => {
  const [jane, guest] = await Promise.all([t.user(), t.user()])
  const { id } = await t.project({
    members: [
      [jane, 'master'],
      [guest, 'reporter'],
    ],
    files: { '.gitlab-ci.yml': 'test:\n  script: [make]\n' },
  })
  const one = await proposeChecked(t, jane, id)
  const address = addressOf(one)

  await t.chapter('nothing scheduled', async () => {
    await t.refused(
      jane,
      'cancelMergeWhenBuildSucceeds',
      address,
      [406],
      'refused:not-scheduled',
      NOTHING_SCHEDULED,
    )
  })

  const { body: builds } = await t.eventually(
    () => jane.call('listBuildsOfCommit', { id, sha: one.sha }),
    ({ body }) => (body?.length ?? 0) > 0,
  )
  if ((builds?.length ?? 0) === 0) {
    const reason = 'the server made no build that a merge could wait for'
    t.notTested('mergeMergeRequest', 'transition:schedule', reason)
    return t.notTested('cancelMergeWhenBuildSucceeds', 'transition:cancel', reason)
  }

  await t.chapter('scheduling and canceling', async () => {
    const scheduled = await jane.call('mergeMergeRequest', {
      ...address,
      merge_when_build_succeeds: true,
    })
    const { body } = await jane.call('getMergeRequest', address)
    t.expect(
      scheduled,
      'read-back:merge_when_build_succeeds',
      'With merge_when_build_succeeds it stays opened, with its merge scheduled.',
    ).equal(
      [scheduled.body?.state, body?.state, body?.merge_when_build_succeeds],
      ['opened', 'opened', true],
    )
    await t.refused(
      guest,
      'cancelMergeWhenBuildSucceeds',
      address,
      [401],
      'permission:reporter',
      'Who may not unschedule a merge is answered with 401.',
    )
    const canceled = await jane.call('cancelMergeWhenBuildSucceeds', address)
    const { body: after } = await jane.call('getMergeRequest', address)
    t.expect(
      canceled,
      'transition:cancel',
      'Canceling leaves it opened, without a scheduled merge.',
    ).equal(
      [canceled.body?.merge_when_build_succeeds, after?.state, after?.merge_when_build_succeeds],
      [false, 'opened', false],
    )
    await t.refused(
      jane,
      'cancelMergeWhenBuildSucceeds',
      address,
      [406],
      'refused:not-scheduled',
      NOTHING_SCHEDULED,
    )
  })

  await t.chapter('a success after canceling', async () => {
    const posted = { id, sha: one.sha, ref: one.branch, name: 'review', state: 'success' } as const
    await jane.call('createCommitStatus', posted)
    const shown = await jane.call('getMergeRequest', address)
    const rule = 'A merge that was canceled does not happen when a build succeeds.'
    t.expect(shown, 'transition:cancel', rule).equal(shown.body?.state, 'opened')
  })
})

/** `mergeMergeRequest`: all specified reasons for a refusal, after which nothing is merged. */
export const refusedMerges = story(
  'merge requests that are not merged',
  { about: ['Merge requests'] },
  async (t) => {
    const [jane, guest] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [guest, 'reporter'],
      ],
      files: { 'a.txt': 'one\n' },
    })
    const stateOf = async (merge_request_id: number) =>
      (await jane.call('getMergeRequest', { id, merge_request_id })).body?.state

    await t.chapter('another head', async () => {
      const one = await proposeChecked(t, jane, id)
      const refused = await t.refused(
        jane,
        'mergeMergeRequest',
        { ...addressOf(one), sha: '1'.repeat(40) },
        [409],
        'read-back:sha',
        'A sha that is not the head of the source branch is answered with 409.',
      )
      t.expect(refused, 'read-back:sha', 'A refused merge leaves the merge request opened.').equal(
        await stateOf(one.merge_request_id),
        'opened',
      )
    })

    await t.chapter('without permission', async () => {
      const one = await proposeChecked(t, jane, id)
      const refused = await t.refused(
        guest,
        'mergeMergeRequest',
        addressOf(one),
        [401],
        'permission:reporter',
        'Who may not merge is answered with 401.',
      )
      t.expect(refused, 'permission:reporter', 'A refused merge merges nothing.').equal(
        await stateOf(one.merge_request_id),
        'opened',
      )
    })

    let whereClosed: number | undefined
    await t.chapter('closed', async () => {
      const one = await propose(t, jane, id)
      const closed = await jane.attempt('updateMergeRequest', {
        ...addressOf(one),
        source_branch: one.branch,
        target_branch: 'master',
        title: 'Closed',
        state_event: 'close',
      })
      if ((await stateOf(one.merge_request_id)) !== 'closed') {
        return t.notTested(
          'mergeMergeRequest',
          'refused:closed',
          `state_event answered ${closed.status}`,
        )
      }
      const merge = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(merge, 'refused:closed', 'Merging what is closed is answered with 406.').status(
        [406],
        'not_open',
      )
      whereClosed = merge.status
      const cancel = await jane.attempt('cancelMergeWhenBuildSucceeds', addressOf(one))
      t.expect(
        cancel,
        'refused:closed',
        'A merge cannot be unscheduled where it is closed: 405.',
      ).status([405])
    })

    await t.chapter('conflicts', async () => {
      const one = await propose(t, jane, id, { file_path: 'a.txt', content: 'theirs\n' })
      await jane.call('updateFile', {
        id,
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'ours\n',
        commit_message: 'Write another line',
      })
      await t.eventually(
        () => jane.call('getMergeRequest', addressOf(one)),
        ({ body }) => body?.merge_status === 'cannot_be_merged',
      )
      const merge = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(merge, 'refused:conflicts', 'Where there are conflicts the answer is 405.').status(
        [405],
        'has_conflicts',
      )
      const told = 'What is closed is refused with another status than what conflicts.'
      const expected = `not ${whereClosed}`
      t.expect(merge, 'refused:conflicts', told).holds(
        merge.status !== whereClosed,
        expected,
        merge.status,
      )
      const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: 'a.txt' })
      t.expect(merge, 'refused:conflicts', 'A merge that was refused changes nothing.').equal(
        [raw.text, await stateOf(one.merge_request_id)],
        ['ours\n', 'opened'],
      )
    })
  },
)

/** `deleteMergeRequest`: its permissions and its effect. */
export const mergeRequestDeletion = story(
  'deleting a merge request',
  { about: ['Merge requests'] },
  async (t) => {
    const [owner, jane] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
    const { id } = await t.project({ group, members: [[jane, 'developer']] })
    const one = await propose(t, jane, id, { branchCreator: t.admin })
    const parameters = addressOf(one)

    const gone = await deleteAsOwner(t, {
      owner,
      developer: jane,
      operation: 'deleteMergeRequest',
      reader: 'getMergeRequest',
      parameters,
    })
    const listed = await jane.call('listMergeRequests', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted merge request is not listed.').equal(listed.body, [])
    const again = await owner.attempt('deleteMergeRequest', parameters)
    t.expect(again, 'idempotent').status([200], 'already_removed')
  },
)
