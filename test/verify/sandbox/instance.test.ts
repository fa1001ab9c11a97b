import { expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import {
  CannotVerify,
  type Summary,
  type VerifyOptions,
  verify,
} from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const only = ['Application settings', 'System hooks', 'listTags', 'settings of the instance']

const settingsOf = ({ db }: Forge) =>
  Object.fromEntries(
    db.settings.all().flatMap(({ updated_at: _, ...values }) => Object.entries(values)),
  )

/** Names of the settings that are not as they were. */
const changedIn = (forge: Forge, before: Readonly<Record<string, unknown>>) =>
  Object.entries(settingsOf(forge)).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before[name]) ? [] : [name],
  )

async function judged(options: Partial<VerifyOptions>) {
  const forge = await createTestForge({
    seed,
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
  })
  const before = settingsOf(forge)
  const written: string[] = []
  let mostChanged = 0
  let mostHooks = 0
  /** What a chapter left for the next story to find. */
  const between: unknown[] = []
  const { summary } = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only,
    concurrency: 1,
    onProgress: () => between.push(...changedIn(forge, before), ...forge.db.hooks.all()),
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') written.push(pathname.replace('/api/v3', ''))
      const answer = await forge.fetch(request)
      mostChanged = Math.max(mostChanged, changedIn(forge, before).length)
      mostHooks = Math.max(mostHooks, forge.db.hooks.all().length)
      return answer
    },
    ...options,
  })
  return { summary: await summary, written, mostChanged, mostHooks, between }
}

const ofInstance = /^\/(application\/settings|hooks)\b/

/** The reasons of a verdict, by the operation. */
function reasons({ operations }: Summary, id: string): readonly string[] {
  const aspects = operations.find(({ operation }) => operation === id)?.aspects ?? []
  // A route that there is not is asked for by GET.
  const found = aspects.flatMap(({ aspect, verdict, reason = '' }) =>
    verdict === 'left open' || aspect === 'unknown-route' ? [] : [`${verdict}: ${reason}`],
  )
  return [...new Set(found)]
}

it('does not write settings and system hooks without `instance`, and says so of each operation', async () => {
  const { summary, written } = await judged({})
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((path) => ofInstance.test(path))).toEqual([])
  expect(summary.failures).toEqual([])
  expect(summary.isPassed).toBe(true)
  for (const id of [
    'updateApplicationSettings',
    'createSystemHook',
    'deleteSystemHook',
    'testSystemHook',
  ]) {
    expect(reasons(summary, id)).toEqual(['not tested: needs --instance'])
  }
  expect(reasons(summary, 'listSystemHooks')).toContain('not tested: needs --instance')
  expect(reasons(summary, 'listSystemHooks')).toContain('passed: ')
  expect(reasons(summary, 'getApplicationSettings')).toContain('passed: ')
  expect(reasons(summary, 'listTags')).not.toContain('not tested: needs --instance')
  expect(summary.stories).toContainEqual({
    name: 'settings of the instance',
    verdict: 'not tested',
    checks: 0,
    reason: 'needs --instance',
  })
})

it('puts settings and system hooks back after each chapter with it', async () => {
  const { summary, written, mostChanged, mostHooks, between } = await judged({
    instance: true,
    journal: () => {},
  })
  expect(summary).toMatchObject({ failures: [], leftBehind: [], isPassed: true })
  expect(written.filter((path) => ofInstance.test(path)).length).toBeGreaterThan(100)
  expect(between).toEqual([])
  // The ten settings of which each is changed while the others are to stay; otherwise a few, with the restricted levels.
  expect(mostChanged).toBeLessThanOrEqual(10)
  expect(mostHooks).toBe(3)
})

it('refuses `instance` without a journal', async () => {
  expect(() => verify({ url: 'http://forge.test', token: 'root-token', instance: true })).toThrow(
    CannotVerify,
  )
})
