import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { commitsWithBranch } from '../../commits.ts'
import { createTestForge } from '../../harness.ts'
import { expectationOf, homes, refusal } from './homes.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      repository: { commits: commitsWithBranch('fix') },
      issues: [{ title: 'It leaks', author: 'jane' }],
    },
  ],
}
const base = await createTestForge({ seed })

async function ask(forge: Forge, method: string, path: string, parameters: object = {}) {
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const body = JSON.stringify(parameters)
  const { ok } = await forge.fetch(`http://forge.test/api/v4${path}`, { method, headers, body })
  expect(ok).toBe(true)
}

/** What an agent did: it closed an issue, opened two and made a branch. */
async function worked(): Promise<Forge> {
  const forge = base.fork()
  forge.snapshots.save('before')
  await ask(forge, 'PUT', '/projects/1/issues/1', { state_event: 'close' })
  for (const title of ['It creaks', 'It drips']) {
    await ask(forge, 'POST', '/projects/1/issues', { title })
  }
  await ask(forge, 'POST', '/projects/1/repository/branches', { branch: 'new', ref: 'master' })
  return forge
}

describe.each(Object.entries(homes))('toHaveChanged of %s', (_, homeOf) => {
  const expectOf = (forge: Forge) => expectationOf(homeOf(forge))
  const closed = { iid: 1, state: 'closed' }
  const added = [{ title: 'It creaks' }, { title: expect.stringMatching(/^It/) }]

  it('finds any change, and none', async () => {
    const forge = await worked()
    await expectOf(forge).toHaveChanged('before')
    forge.snapshots.save('after')
    await expectOf(forge).not.toHaveChanged('after')
    expect(await refusal(() => expectOf(forge).toHaveChanged('after'))).toBe('Nothing has changed.')
    expect(await refusal(() => expectOf(forge).not.toHaveChanged('before'))).toMatch(
      /^Something has changed:\n(.*\n)* jane\/website#1 changed|^ jane\/website#2 added/m,
    )
  })

  it('takes what is named to be all that became of it', async () => {
    const forge = await worked()
    const refs = { added: [{ project: 'jane/website', ref: 'refs/heads/new' }] }
    const issues = { changed: [closed], added }
    await expectOf(forge).toHaveChanged('before', { issues, refs, users: {} })
    await expectOf(forge).toHaveChanged('before', {
      issues: { changed: [closed], added: [...added].reverse() },
    })
    await expectOf(forge).not.toHaveChanged('before', { issues: { added } })
    await expectOf(forge).not.toHaveChanged('before', { issues: {} })
    await expectOf(forge).not.toHaveChanged('before', { refs: {} })
    await expectOf(forge).not.toHaveChanged('before', { issues: { ...issues, removed: [{}] } })
    await expectOf(forge).not.toHaveChanged('before', { users: { changed: [{}] } })
  })

  it('says what is missing, and what came beside it', async () => {
    const forge = await worked()
    const expected = {
      issues: { changed: [{ ...closed, title: 'It pours' }], added: [added[0] ?? {}] },
    }
    const message = await refusal(() => expectOf(forge).toHaveChanged('before', expected))
    expect(message.split('\n')).toEqual([
      'The world has not changed as expected.',
      '  not expected: jane/website#3 added',
      '  missing: issues changed with { iid: 1, state: "closed", title: "It pours" }',
      expect.stringMatching(/^ {2}not expected: jane\/website#1 \(.*state.*\) changed$/),
    ])
  })

  it('refuses a collection that there is none of, and a moment that nobody saved', async () => {
    for (const expectation of [expectOf(base), expectOf(base).not]) {
      expect(() => expectation.toHaveChanged(undefined, { isues: {} } as never)).toThrow('"isues"')
      expect(() => expectation.toHaveChanged(undefined, { issues: { add: [] } } as never)).toThrow(
        'issues has no field "add"',
      )
      expect(() =>
        expectation.toHaveChanged(undefined, { issues: { added: {} } } as never),
      ).toThrow('issues.added must be a list')
      expect(await refusal(async () => expectation.toHaveChanged('never'))).toContain('"never"')
    }
  })
})
