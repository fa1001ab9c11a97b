import { describe, expect, it } from 'vitest'
import { boardPage } from './page.ts'
import { type Reason, reasonFor, wrongReasons } from './reasons.ts'

const reasons: readonly Reason[] = [
  { kind: 'paid tier', why: 'Epics.', of: 'a client', cases: ['epics *', 'weights'] },
]
const failed = (name: string) => ({ name, state: 'failed' as const, error: '404 Not Found' })
const passed = (name: string) => ({ name, state: 'passed' as const })
const result = (
  ...outcomes: readonly (ReturnType<typeof failed> | ReturnType<typeof passed>)[]
) => [{ name: 'a client', version: '1.0', outcomes }]

describe('the reasons for what fails on the board of clients', () => {
  it('are those of the client, by the name of the case or by how it begins', () => {
    expect(reasonFor(reasons, 'a client', 'weights')).toBe(reasons[0])
    expect(reasonFor(reasons, 'a client', 'epics list')).toBe(reasons[0])
    expect(reasonFor(reasons, 'a client', 'weights list')).toBeUndefined()
    expect(reasonFor(reasons, 'another', 'weights')).toBeUndefined()
  })

  it('are right where each names what fails, and each failure has one', () => {
    expect(wrongReasons(result(failed('epics list'), failed('weights')), reasons)).toEqual([])
  })

  it('are missed for a failure that has none', () => {
    const results = result(failed('epics list'), failed('weights'), failed('issues'))
    expect(wrongReasons(results, reasons)).toEqual(['a client: issues fails without a reason'])
  })

  it('are told of once their case passes, or is no more', () => {
    expect(wrongReasons(result(failed('epics list'), passed('epics get')), reasons)).toEqual([
      'a client: epics get passes, though a reason is given against it',
      'a client: there is no weights, for which a reason is given',
    ])
  })

  it('are not asked for of a client that was not run', () => {
    const notRun = { name: 'a client', version: undefined, outcomes: [] }
    expect(wrongReasons([notRun], reasons)).toEqual([])
  })

  it('stand on the page above what fails for them, and are counted', () => {
    const page = boardPage(result(failed('weights'), passed('issues'), failed('labels')), reasons)
    expect(page).toContain('| a client | 1.0 | 1 | 2 | 0 | 1 |')
    expect(page).toContain('**paid tier**: Epics.\n\n- weights: `404 Not Found`')
    expect(page).toContain('Nobody knows why yet:\n\n- labels: `404 Not Found`')
  })
})
