import { describe, expect, it } from 'vitest'
import { combinedStatus, type State } from '../../../../src/gitlab/domain/builds/status.ts'

const stated = (...statuses: State[]) =>
  statuses.map((status) => ({ status, allow_failure: false }))

describe('the state of several builds', () => {
  it.each<[State[], State]>([
    [[], 'skipped'],
    [['skipped'], 'skipped'],
    [['success'], 'success'],
    [['success', 'skipped'], 'success'],
    [['created', 'created'], 'created'],
    [['created', 'pending'], 'pending'],
    [['skipped', 'pending'], 'pending'],
    [['success', 'pending'], 'running'],
    [['success', 'created'], 'running'],
    [['failed', 'running'], 'running'],
    [['failed', 'pending'], 'running'],
    [['success', 'canceled'], 'canceled'],
    [['canceled', 'skipped'], 'canceled'],
    [['canceled', 'failed'], 'failed'],
    [['success', 'failed'], 'failed'],
    [['failed', 'skipped'], 'failed'],
  ])('%j come to %s', (statuses, expected) => {
    expect(combinedStatus(stated(...statuses))).toBe(expected)
    expect(combinedStatus(stated(...statuses.toReversed()))).toBe(expected)
  })

  it.each<[State, State]>([
    ['failed', 'success'],
    ['canceled', 'success'],
    ['running', 'running'],
    ['pending', 'running'],
  ])('with a success and one that may fail and is %s: %s', (status, expected) => {
    const allowed = { status, allow_failure: true }
    expect(combinedStatus([...stated('success'), allowed])).toBe(expected)
  })

  it('is a success where everything may fail and did', () => {
    expect(combinedStatus([{ status: 'failed', allow_failure: true }])).toBe('success')
  })

  it.each(['manual', 'on_failure'] as const)('does not count what is skipped for %s', (when) => {
    const passedOver = { status: 'skipped' as const, allow_failure: false, when }
    expect(combinedStatus([...stated('failed'), passedOver])).toBe('failed')
    expect(combinedStatus([passedOver])).toBe('success')
  })
})
