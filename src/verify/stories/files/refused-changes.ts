import type { OperationId } from '../../../contract/operation-contract.ts'
import { story } from '../../story/story.ts'

/** The stated causes for which a file is not committed, and that nothing of it stays. */
export const refusedFileChanges = story(
  'changes of a file that are refused',
  { about: ['Files'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'a\n' } })
    const head = async () =>
      (await jane.call('getBranch', { id, branch: 'master' })).body?.commit?.id
    const before = await head()
    const common = { id, branch_name: 'master', commit_message: 'Never' }
    const cases: readonly (readonly [OperationId, Readonly<Record<string, string>>, string])[] = [
      ['createFile', { file_path: 'x/../y.txt', content: 'y\n' }, 'a path with /../'],
      ['updateFile', { file_path: 'x/../a.txt', content: 'b\n' }, 'a path with /../'],
      ['deleteFile', { file_path: 'x/../a.txt' }, 'a path with /../'],
      ['updateFile', { file_path: 'a.txt', content: 'a\n' }, 'the content that is there already'],
    ]
    for (const [operation, parameters, what] of cases) {
      await t.chapter(`${operation} with ${what}`, async () => {
        const refused = await t.refused(
          jane,
          operation,
          { ...common, ...parameters },
          [400],
          'refused-change',
          `A file commit with ${what} is answered with 400.`,
        )
        t.expect(refused, 'refused-change', 'A refused file commit leaves the branch.').equal(
          await head(),
          before,
        )
      })
    }
  },
)
