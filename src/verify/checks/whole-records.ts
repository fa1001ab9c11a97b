import { visibilityLevels } from '../../contract/visibility-levels.ts'
import { idOf } from '../fixture/values.ts'
import { at } from '../story/bodies.ts'
import { type Story, story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

/** One more than a page has by default. */
const COUNT = 21
const numbers = Array.from({ length: COUNT }, (_, index) => index)

/** What a record has within itself, and what a write is done to, is no list with pages: it is whole. */
export const wholeRecords: readonly Story[] = [
  story('whole records: Groups', { about: ['Groups'], isLong: true }, async (t) => {
    const owner = await t.user()
    const group = await t.group({ members: [[owner, 'owner']] })
    const made = await Promise.all(
      numbers.map(async () => {
        const path = t.name('project')
        const place = { namespace_id: group.id, visibility_level: visibilityLevels.private }
        const { body } = await t.admin.call('createProject', { name: path, path, ...place })
        return idOf(body, 'createProject')
      }),
    )
    // A server may create projects of its own in a new group.
    const known = (body: unknown) =>
      idsOf(body, 'projects').filter((id) => made.some((one) => one === id))
    // What somebody sees may be worked out in the background.
    const shown = await t.eventually(
      () => owner.call('getGroup', { id: group.id }),
      ({ body }) => known(body).length === COUNT,
    )
    const rule = 'The details of a group have all of its projects.'
    t.expect(shown, 'content', rule).sameMembers(known(shown.body), made)
  }),
  story(
    'whole records: Repositories',
    { about: ['Repositories', 'Branches', 'Merge requests'], isLong: true },
    async (t) => {
      const jane = await t.plainUser()
      const { id } = await t.project({ members: [[jane, 'master']] })
      await jane.call('createBranch', { id, branch_name: 'topic', ref: 'master' })
      await t.chapter('many commits', () => checkCommits(t, jane, id))
      await t.chapter('many files', () => checkFiles(t, jane, id))
      await t.chapter('many merged branches', () => checkMerged(t, jane, id))
    },
  ),
]

const listOf = (body: unknown, field: string): readonly unknown[] => {
  const list = at(body, field)
  return Array.isArray(list) ? list : []
}

const idsOf = (body: unknown, field: string) => listOf(body, field).map((item) => at(item, 'id'))

async function checkCommits(t: TestContext, jane: Person, id: number): Promise<void> {
  const made: unknown[] = []
  for (const index of numbers) {
    const { body } = await jane.call('createCommit', {
      id,
      branch_name: 'topic',
      commit_message: `Commit ${index}`,
      actions: [{ action: 'create', file_path: `${index}.txt`, content: 'one\n' }],
    })
    made.push(body?.id)
  }
  const shown = await jane.call('compareRevisions', { id, from: 'master', to: 'topic' })
  const rule = 'A comparison has all commits between the two, and all that they change.'
  t.expect(shown, 'content', rule).sameMembers(idsOf(shown.body, 'commits'), made)
  t.expect(shown, 'content', rule).equal(listOf(shown.body, 'diffs').length, COUNT)
}

async function checkFiles(t: TestContext, jane: Person, id: number): Promise<void> {
  const branch_name = 'files'
  await jane.call('createBranch', { id, branch_name, ref: 'master' })
  const actions = numbers.map((index) => {
    return { action: 'create', file_path: `many/${index}.txt`, content: 'one\n' } as const
  })
  const commit_message = 'Add many'
  await jane.call('createCommit', { id, branch_name, commit_message, actions })
  const title = 'Many files'
  const sent = { id, source_branch: branch_name, target_branch: 'master', title }
  const { body } = await jane.call('createMergeRequest', sent)
  const merge_request_id = idOf(body, 'createMergeRequest')
  const shown = await t.eventually(
    () => jane.call('getMergeRequestChanges', { id, merge_request_id }),
    (read) => listOf(read.body, 'changes').length === COUNT,
  )
  const rule = 'The changes of a merge request are those of all files.'
  t.expect(shown, 'content', rule).equal(listOf(shown.body, 'changes').length, COUNT)
}

async function checkMerged(t: TestContext, jane: Person, id: number): Promise<void> {
  for (const index of numbers) {
    await jane.call('createBranch', { id, branch_name: `merged-${index}`, ref: 'master' })
  }
  await jane.call('createFile', {
    id,
    file_path: 'later.txt',
    branch_name: 'master',
    content: 'later\n',
    commit_message: 'Go on',
  })
  const gone = await jane.attempt('deleteMergedBranches', { id })
  const left = await t.eventually(
    () => jane.call('listBranches', { id, per_page: 100 }),
    ({ body }) => !body?.some(({ name }) => name?.startsWith('merged-')),
  )
  const rule = 'All branches that are merged are deleted, however many there are.'
  t.expect(gone, 'removes', rule).sameMembers(
    left.body?.map(({ name }) => name),
    ['master', 'topic', 'files'],
  )
}
