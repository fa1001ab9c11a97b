import { expect, it } from 'vitest'
import { type History, replay, type Step } from '../../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../../src/verify/compare/options.ts'
import { rules } from '../../../../src/verify/compare/v3/rules.ts'
import { type Show, type Shown, showing } from './altered.ts'

async function differencesWith(show: Show, history: History): Promise<readonly string[]> {
  const handle = await showing(/\/application\/settings$/, show)
  const server = { url: 'http://forge.test', token: 'root-token', fetch: handle, patience: 50 }
  const found = await replay({ ...server, instance: true, journal: () => {} }, history)
  return found.map(differenceKey)
}

it('leaves open how a setting that restricts nothing is shown', async () => {
  const of = (operation: Step['operation'], parameters: Step['parameters']): Step => ({
    ...{ operation, as: 'admin', parameters },
  })
  const unrestricted = { enabled_git_access_protocol: 'nil', restricted_visibility_levels: [] }
  const history: History = [
    of('updateApplicationSettings', unrestricted),
    of('getApplicationSettings', {}),
  ]
  const shows =
    (values: Shown): Show =>
    (settings) => ({ ...settings, ...values })
  for (const none of [null, 'nil']) {
    const shown = shows({ enabled_git_access_protocol: none })
    expect(await differencesWith(shown, history)).toEqual([])
  }
  for (const none of [null, []]) {
    const shown = shows({ restricted_visibility_levels: none })
    expect(await differencesWith(shown, history)).toEqual([])
  }
  expect(await differencesWith(shows({ enabled_git_access_protocol: 'ssh' }), history)).toEqual([
    'updateApplicationSettings | enabled_git_access_protocol',
  ])
  const restricting = shows({ restricted_visibility_levels: [2] })
  expect(await differencesWith(restricting, history)).not.toEqual([])
})

it('leaves open whether a hook hears of issues whose flag is not shown, but not of one that is off', () => {
  expect(rules.openDelivery('createIssue', {}, false)).toBeDefined()
  expect(rules.openDelivery('createIssue', { issues_events: true }, false)).toBeDefined()
  expect(rules.openDelivery('createIssue', { issues_events: false }, false)).toBeUndefined()
})
