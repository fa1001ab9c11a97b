import type { OperationTag } from '../../../contract/operation-contract.ts'
import { createLists } from '../../fixture/lists/lists.ts'
import { type Story, story } from '../../story/story.ts'
import { checkAlike } from './compare.ts'
import * as listed from './listed-records.ts'
import * as records from './records.ts'

/** Records that a list and a lookup show, and some that more operations do. */
const shown: readonly (readonly [
  resource: OperationTag,
  all: readonly records.Readers[],
  also?: readonly OperationTag[],
])[] = [
  ['Users', [records.users, records.oneself]],
  ['SSH keys', [records.sshKeys]],
  ['E-mails', [records.emails]],
  ['Groups', [records.groups]],
  ['Projects', [records.projects], ['Groups']],
  ['Members', [records.members, records.groupMembers], ['Projects']],
  ['Issues', [records.issues], ['Merge requests']],
  ['Merge requests', [records.mergeRequests]],
  ['Snippets', [records.snippets]],
  ['Branches', [records.branches]],
  ['Tags', [records.tags]],
  ['Commits', [records.commits], ['Branches', 'Repositories', 'Merge requests']],
]

const lookedUp: readonly (readonly [OperationTag, readonly listed.ListedRecord[]])[] = [
  ['Notes', [listed.issueNotes, listed.snippetNotes, listed.mergeRequestNotes]],
  ['Builds', [listed.builds]],
]

/** What every operation shows of a record is what the others show of it. */
export const alike: readonly Story[] = [
  ...shown.map(([resource, all, also = []]) =>
    story(`alike: ${resource}`, { about: [resource, ...also] }, async (t) => {
      const lists = await t.shared(createLists)
      for (const readers of all) await t.chapter('', () => checkAlike(t, readers(lists, t)))
    }),
  ),
  ...lookedUp.map(([resource, all]) =>
    story(`alike: ${resource}`, { about: [resource] }, async (t) => {
      const lists = await t.shared(createLists)
      for (const record of all) {
        await t.chapter(record.lookup, async () =>
          checkAlike(t, await listed.readersOf(record, lists)),
        )
      }
    }),
  ),
]
