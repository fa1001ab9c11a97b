import { idOf } from '../../fixture/values.ts'
import { areElsewhere, at } from '../../story/bodies.ts'
import { untilCompared } from '../../story/compared.ts'
import { story } from '../../story/story.ts'
import type { Person } from '../../story/test-context.ts'
import { lookup } from '../shown-by.ts'
import type { Entry } from './ledger.ts'
import type { Fields, Sight } from './photograph.ts'
import {
  commentTwice,
  countsOf,
  createPlace,
  has,
  list,
  notesOf,
  type Place,
  parentOf,
  sentFields,
} from './place.ts'

const kind = 'merge request'

/** Whether a list without a state has what is no longer open is not stated. */
const isOpened = ({ state }: Fields) => /^(?:opened|reopened)$/.test(String(state)) || undefined

function listsOf({ owner, developer, id }: Place): readonly Sight[] {
  const of = (caller: Person, state: string | undefined): Sight => ({
    kind,
    reader: list(caller, 'listMergeRequests', { id, ...(state ? { state } : {}) }),
    holds: state ? has('state', state) : isOpened,
  })
  const states = [undefined, 'opened', 'merged', 'closed']
  return states.map((state, index) => of(index % 2 === 0 ? owner : developer, state))
}

/** Returns the sight of the branches, with their heads and whether they are merged. */
function branchesOf({ developer, id }: Place): Sight {
  return {
    kind: 'branch',
    reader: list(developer, 'listBranches', { id }),
    identify: (item: unknown) => String(at(item, 'name')),
    // A server may protect the default branch with a delay.
    omits: ['protected', 'developers_can_push', 'developers_can_merge'],
  }
}

interface Proposed {
  readonly merge_request_id: number
  readonly source: string
  readonly head: string
}

/** Returns the head of a branch after it changed. */
async function headOf({ t, owner, id }: Place, branch: string, before = ''): Promise<string> {
  const { body } = await t.eventually(
    () => owner.call('getCommit', { id, sha: branch }),
    (one) => one.body?.id !== before,
  )
  return body?.id ?? ''
}

/** Creates a branch with a commit, and a merge request for it. */
async function propose(place: Place, author: Person, fields: Fields): Promise<Proposed> {
  const { ledger, owner, developer, id, t } = place
  const source = t.name('branch')
  await owner.call('createBranch', { id, branch_name: source, ref: 'master' })
  const file = { file_path: `${source}.txt`, content: 'text\n', commit_message: 'Add' }
  const made = await author.call('createFile', { id, branch_name: source, ...file })
  await ledger.written(made, [])
  const head = await headOf(place, source)
  const title = t.name('request')
  const branches = { source_branch: source, target_branch: 'master' }
  // What becomes of a source branch of which nothing is said is not stated.
  const sent = { id, ...branches, title, remove_source_branch: false, ...fields }
  let merge_request_id = 0
  await ledger.write(author, 'createMergeRequest', sent, async ({ body }) => {
    merge_request_id = idOf(body, 'createMergeRequest')
    const path = { id, merge_request_id }
    await untilCompared(t, owner, path)
    const other = author === owner ? developer : owner
    ledger.watch({ kind, id: merge_request_id, reader: lookup(other, 'getMergeRequest', path) })
    const changes = lookup(owner, 'getMergeRequestChanges', path)
    ledger.watch({ kind, id: merge_request_id, reader: changes })
    const commits = list(developer, 'listMergeRequestCommits', path)
    const commit = `commit of ${merge_request_id}`
    ledger.watch({ kind: commit, reader: commits, omits: ['status', 'allow_failure'] })
    const parent = parentOf('MergeRequest', id, merge_request_id)
    const shown = await sentFields(place, author, parent, { ...branches, title, ...fields })
    const is = { ...shown, sha: head }
    return [
      { kind, id: merge_request_id, is },
      { kind: commit, id: head, is: { title: file.commit_message } },
    ]
  })
  return { merge_request_id, source, head }
}

/** Merge requests, their notes, and the effects of merging one. */
export const mergingLedger = story(
  'ledger: Merge requests',
  { about: ['Merge requests', 'Notes', 'Branches', 'Projects'], isLong: true },
  async (t) => {
    const place = await createPlace(t)
    const { ledger, owner, developer, id } = place
    ledger.watch(...listsOf(place), branchesOf(place), ...countsOf(place))
    const { body: issue } = await owner.call('createIssue', { id, title: 'A leak' })
    ledger.note({ kind: 'project', id, is: { open_issues_count: place.openIssues + 1 } })
    const described = { description: 'It drips.', labels: 'roof,wet', assignee_id: owner.id }
    const one = await propose(place, developer, described)
    const beside = await propose(place, owner, {
      description: `Closes #${issue?.iid}`,
      labels: 'door',
    })
    const parent = parentOf('MergeRequest', id, one.merge_request_id)
    ledger.watch(...notesOf(place, parent))
    const follows = ['user_notes_count', 'work_in_progress']
    const change = async (
      caller: Person,
      sent: Fields,
      is: Fields,
      { merge_request_id, source }: Proposed = one,
      further: readonly Entry[] = [],
    ) => {
      const required = {
        source_branch: source,
        target_branch: 'master',
        title: ledger.of(kind, merge_request_id).title,
      }
      const path = { id, merge_request_id, ...required }
      await ledger.write(caller, 'updateMergeRequest', { ...path, ...sent }, () => [
        { kind, id: merge_request_id, is, follows },
        ...further,
      ])
    }
    const closes = { id, merge_request_id: beside.merge_request_id }
    const closed = `issue that ${beside.merge_request_id} closes`
    const { body: issues } = await t.eventually(
      () => owner.call('listIssuesClosedByMergeRequest', closes),
      ({ body }) => body?.length !== 0,
    )
    // Which words of a description close an issue is not stated.
    const isUnknown = issues?.length === 0
    const isShown = !isUnknown && !areElsewhere(issues)
    const closing = (is: Entry['is']): readonly Entry[] =>
      isShown ? [{ kind: closed, id: issue?.id ?? 0, is }] : []
    if (isShown) {
      ledger.watch({ kind: closed, reader: list(owner, 'listIssuesClosedByMergeRequest', closes) })
    }
    ledger.note(...closing({}))

    let note = 0
    await t.chapter('comments', async () => {
      note = await commentTwice(place, parent, kind, one.merge_request_id)
    })

    await t.chapter('changes by another', async () => {
      const title = t.name('request')
      await change(owner, { title }, { title })
      await change(owner, { labels: 'door' }, { labels: ['door'] })
      await change(owner, { description: 'It dripped.' }, { description: 'It dripped.' })
      await change(
        owner,
        { assignee_id: developer.id },
        { 'assignee.id': developer.id, assignee: undefined },
      )
    })

    await t.chapter('described as closing other issues', async () => {
      const { description } = ledger.of(kind, beside.merge_request_id)
      const nothing = { description: 'It closes nothing.' }
      await change(owner, nothing, nothing, beside, closing('gone'))
      await change(owner, { description }, { description }, beside, closing({}))
    })

    await t.chapter('pushed to', async () => {
      const { merge_request_id, source } = beside
      const file = { branch_name: source, file_path: 'more.txt', content: 'more\n' }
      const sent = { id, ...file, commit_message: 'Add more' }
      const before = await owner.call('getMergeRequestChanges', { id, merge_request_id })
      await ledger.write(owner, 'createFile', sent, async () => {
        const sha = await headOf(place, source, beside.head)
        const title = sent.commit_message
        return [
          { kind, id: merge_request_id, is: { sha }, follows: ['changes'] },
          { kind: `commit of ${merge_request_id}`, id: sha, is: { title } },
          { kind: 'branch', id: source, is: 'open' },
        ]
      })
      const shown = await t.eventually(
        () => owner.call('getMergeRequestChanges', { id, merge_request_id }),
        ({ body }) => body?.changes?.length !== before.body?.changes?.length,
      )
      const rule = 'The changes of a merge request are those of its source branch as it is.'
      const paths = shown.body?.changes?.map((one) => one.new_path)
      t.expect(shown, 'content', rule).includes(paths, ['more.txt', `${source}.txt`])
      const commits = await t.eventually(
        () => owner.call('listMergeRequestCommits', { id, merge_request_id }),
        ({ body }) => body?.length === 2,
      )
      t.expect(commits, 'content', rule).equal(commits.body?.length, 2)
    })

    await t.chapter('subscribed to', async () => {
      const path = { id, merge_request_id: beside.merge_request_id }
      const people = await Promise.all([t.user(), t.user()])
      for (const { id: user_id } of people) {
        await owner.call('addProjectMember', { id, user_id, access_level: 30 })
      }
      const reads = await Promise.all(
        people.map((one) =>
          t.eventually(
            () => one.attempt('getMergeRequest', path),
            ({ status }) => status !== 404,
          ),
        ),
      )
      // Who is subscribed at first is not stated, and there is no way to unsubscribe.
      if (reads.some(({ body }) => at(body, 'subscribed') === true)) {
        const reason = 'members are subscribed to merge requests from the start'
        return t.notTested('subscribeToMergeRequest', 'transition:subscribed', reason)
      }
      const rule = 'Each subscribes to a merge request by themselves: 304 if they have already.'
      for (const [index, statuses] of [
        [0, [200, 201]],
        [1, [200, 201]],
        [1, [304]],
      ] as const) {
        const answer = await t.eventually(
          () => people[index].attempt('subscribeToMergeRequest', path),
          ({ status }) => status !== 404,
        )
        t.expect(answer, 'transition:subscribed', rule).status(statuses)
      }
    })

    await t.chapter('another head', async () => {
      const { merge_request_id } = beside
      const path = { id, merge_request_id }
      const { body } = await owner.call('getMergeRequest', path)
      const rule =
        'A sha that is not the head of the source branch is answered with 409, whatever else is sent.'
      const further = { should_remove_source_branch: true, merge_commit_message: 'Merge it' }
      for (const sent of [
        { sha: '1'.repeat(40), ...further },
        { sha: '1'.repeat(40), merge_when_build_succeeds: true },
        { sha: body?.sha?.slice(0, 8), ...further },
        { sha: body?.sha?.slice(0, 8) },
      ]) {
        const asked = { ...path, ...sent }
        await t.refused(owner, 'mergeMergeRequest', asked, [409], 'read-back:sha', rule)
      }
    })

    await t.chapter('merged', async () => {
      const { merge_request_id, source } = beside
      const path = { id, merge_request_id }
      const sent = { ...path, should_remove_source_branch: false }
      await ledger.write(owner, 'mergeMergeRequest', sent, () => [
        {
          kind,
          id: merge_request_id,
          is: { state: 'merged' },
          follows: [
            ...follows,
            ...['sha', 'merge_commit_sha', 'should_remove_source_branch', 'changes'],
          ],
        },
        { kind: 'branch', id: 'master', is: 'open' },
        { kind: 'branch', id: source, is: { merged: true } },
        ...closing('open'),
        // The issue that it closes.
        { kind: 'project', id, is: isUnknown ? {} : { open_issues_count: place.openIssues } },
      ])
    })

    await t.chapter('deleted', async () => {
      const path = { id, merge_request_id: one.merge_request_id }
      await ledger.write(owner, 'deleteMergeRequest', path, () => [
        { kind, id: one.merge_request_id, is: 'gone' },
        { kind: `commit of ${one.merge_request_id}`, id: one.head, is: 'gone' },
        { kind: parent.kind, id: note, is: 'gone' },
        { kind: 'event', id: `commented on ${ledger.of(parent.kind, note).body}`, is: 'open' },
      ])
    })
  },
)
