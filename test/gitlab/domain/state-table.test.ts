import { expect, test } from 'vitest'
import { next, type StateTable } from '../../../src/gitlab/domain/state-table.ts'

const doors = {
  open: { from: ['closed', 'ajar'], to: 'open' },
  close: { from: ['open', 'ajar'], to: 'closed' },
} as const satisfies StateTable<'open' | 'closed' | 'ajar'>

test('an event leads from each of its states to the state that the table names', () => {
  expect(next(doors, 'closed', 'open')).toBe('open')
  expect(next(doors, 'ajar', 'open')).toBe('open')
  expect(next(doors, 'ajar', 'close')).toBe('closed')
})

test('an event that the table does not allow in a state leads nowhere', () => {
  expect(next(doors, 'open', 'open')).toBeUndefined()
  expect(next(doors, 'closed', 'close')).toBeUndefined()
})
