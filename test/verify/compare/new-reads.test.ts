import { expect, it } from 'vitest'
import { createReadSelection } from '../../../src/verify/compare/new-reads.ts'
import { comparedV3 } from '../../../src/verify/compare/v3/api.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import type { Step } from '../../../src/verify/reproduction/history.ts'

const operation = comparedV3.operationsOf(await loadContract('v3'))

const read = (issue: number, parameters: Step['parameters'] = {}): Step => ({
  operation: 'getIssue',
  as: 'owner',
  parameters: { id: '<project1>', issue_id: `<issue${issue}>`, ...parameters },
})
const update: Step = {
  operation: 'updateIssue',
  as: 'owner',
  parameters: { id: '<project1>', issue_id: '<issue1>', title: 'Mend the roof' },
}

it('leaves out a read that was made in the same form after the same write, of whichever record', () => {
  const select = createReadSelection(operation)
  expect(select([read(1), read(2), update, read(1), update, read(1)])).toEqual([
    read(1),
    update,
    read(1),
    update,
  ])
  expect(select([read(3), update, read(1)])).toEqual([update])
})

it('takes another caller, place of the credential, parameter or value for another form', () => {
  const select = createReadSelection(operation)
  const forms: readonly Step[] = [
    read(1),
    { ...read(1), as: 'guest' },
    { ...read(1), credential: 'query' },
    read(1, { page: 1 }),
    read(1, { page: 2 }),
  ]
  expect(select(forms)).toEqual(forms)
  expect(select(forms)).toEqual([])
})

it('keeps what a user reads again who was written about', () => {
  const select = createReadSelection(operation)
  const block: Step = { operation: 'blockUser', as: 'admin', parameters: { id: '<owner>' } }
  const byGuest = { ...read(1), as: 'guest' }
  expect(select([block, read(1), byGuest])).toEqual([block, read(1), byGuest])
  const unblock: Step = { ...block, operation: 'unblockUser' }
  select([unblock, { ...byGuest, as: 'reporter' }])
  expect(select([unblock, read(1), byGuest])).toEqual([unblock, read(1)])
})

it('keeps writes, and what a later step refers to', () => {
  const select = createReadSelection(operation)
  const kept: readonly Step[] = [update, { ...read(1), makes: 'issue9' }]
  expect(select([...kept, ...kept])).toEqual([...kept, ...kept])
})
