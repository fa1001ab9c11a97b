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
      visibility: 'internal',
      members: { bob: 'developer' },
      repository: { commits: commitsWithBranch('fix') },
      issues: [
        { title: 'It leaks', author: 'jane', assignee: 'bob', labels: ['bug'] },
        { title: 'It creaks', author: 'bob', notes: [{ author: 'bob', body: 'I hear it.' }] },
      ],
      merge_requests: [{ title: 'Fix', author: 'bob', source_branch: 'fix' }],
    },
  ],
}
const base = await createTestForge({ seed })

async function send(forge: Forge, user: string, method: string, path: string, parameters: object) {
  const headers = { 'private-token': `${user}-token`, 'content-type': 'application/json' }
  const body = method === 'GET' ? null : JSON.stringify(parameters)
  await forge.fetch(new Request(`http://forge.test/api/v3${path}`, { method, headers, body }))
}

describe.each(Object.entries(homes))('of %s', (_, homeOf) => {
  const expectOf = (forge: Forge) => expectationOf(homeOf(forge))

  describe('toHaveReceived', () => {
    it('finds a request by its operation, parameters, user, status and count', async () => {
      const forge = base.fork()
      await send(forge, 'jane', 'POST', '/projects/1/issues', { title: 'It drips', labels: 'a,b' })
      await send(forge, 'bob', 'POST', '/projects/1/issues', { title: 'It drips' })
      await expectOf(forge).toHaveReceived('createIssue')
      await expectOf(forge).toHaveReceived('createIssue', { title: 'It drips' })
      await expectOf(forge).toHaveReceived('createIssue', { title: expect.stringMatching('drips') })
      await expectOf(forge).toHaveReceived('createIssue', {}, { user: 'bob', status: 201 })
      await expectOf(forge).toHaveReceived('createIssue', { title: 'It drips' }, { times: 2 })
      await expectOf(forge).toHaveReceived('createIssue', {}, { user: 'bob', times: 1 })
      await expectOf(forge).not.toHaveReceived('createIssue', {}, { times: 1 })
      await expectOf(forge).not.toHaveReceived('createIssue', { title: 'It pours' })
      await expectOf(forge).not.toHaveReceived('createIssue', {}, { user: 'root' })
      await expectOf(forge).not.toHaveReceived('createIssue', {}, { status: 400 })
      await expectOf(forge).not.toHaveReceived('listIssuesOfProject')
    })

    it('refuses an operation that there is none of', () => {
      for (const expectation of [expectOf(base), expectOf(base).not]) {
        expect(() => expectation.toHaveReceived('createIsue' as never)).toThrow(
          new TypeError(
            'toHaveReceived: there is no operation "createIsue"; did you mean "createIssue"?',
          ),
        )
      }
    })

    it('reports how the closest request differs', async () => {
      const forge = base.fork()
      await send(forge, 'bob', 'POST', '/projects/1/issues', { title: 'It pours' })
      await send(forge, 'jane', 'POST', '/projects/1/issues', { title: 'It drips', labels: 'bug' })
      const expected = { title: 'It drips', description: expect.any(String) }
      const message = await refusal(() => expectOf(forge).toHaveReceived('createIssue', expected))
      expect(message).toBe(
        [
          'The forge did not receive createIssue with { title: "It drips", description: Any<String> }.',
          'It received createIssue 2 times:',
          '  POST /api/v3/projects/1/issues by bob, answered 201 with { title: "It pours" }',
          '  POST /api/v3/projects/1/issues by jane, answered 201',
          '    description: expected Any<String>, got undefined',
        ].join('\n'),
      )
    })

    it('reports how often a request was made instead, and which it was', async () => {
      const forge = base.fork()
      await send(forge, 'bob', 'POST', '/projects/1/issues', { title: 'It pours' })
      await send(forge, 'jane', 'POST', '/projects/1/issues', { title: 'It drips' })
      const message = await refusal(() =>
        expectOf(forge).toHaveReceived('createIssue', { title: 'It drips' }, { times: 2 }),
      )
      expect(message).toBe(
        [
          'The forge did not receive createIssue 2 times with { title: "It drips" }, but once.',
          'It received createIssue 2 times:',
          '  POST /api/v3/projects/1/issues by bob, answered 201 with { title: "It pours" }',
          '  POST /api/v3/projects/1/issues by jane, answered 201 with { title: "It drips" }',
        ].join('\n'),
      )
    })

    it('reports what was received where the operation was not', async () => {
      const forge = base.fork()
      const nothing = await refusal(() => expectOf(forge).toHaveReceived('createIssue'))
      expect(nothing).toBe('The forge did not receive createIssue.\nIt received no request at all.')
      await send(forge, 'bob', 'GET', '/projects/1/issues', {})
      await send(forge, 'bob', 'GET', '/projects/1/issues', {})
      await send(forge, 'bob', 'GET', '/projects/1/nothing', {})
      const others = await refusal(() =>
        expectOf(forge).toHaveReceived('createIssue', {}, { times: 3 }),
      )
      expect(others).toBe(
        'The forge did not receive createIssue 3 times.\n' +
          'It received listIssuesOfProject 2 times, GET /api/v3/projects/1/nothing (no operation) once.',
      )
    })

    it('reports a request that should not have been', async () => {
      const forge = base.fork()
      await send(forge, 'bob', 'GET', '/user', {})
      const message = await refusal(() =>
        expectOf(forge).not.toHaveReceived('getCurrentUser', {}, { user: 'bob' }),
      )
      expect(message).toBe('The forge received getCurrentUser with { user: "bob" }.')
    })
  })

  describe('the matchers of records', () => {
    it('find records by names, with what has its default value', async () => {
      await expectOf(base).toHaveIssue({
        project: 'jane/website',
        iid: 1,
        title: 'It leaks',
        state: 'opened',
        author: 'jane',
        assignee: 'bob',
        labels: ['bug'],
      })
      await expectOf(base).toHaveIssue({ title: 'It creaks', assignee: null, labels: [] })
      await expectOf(base).toHaveMergeRequest({
        project: 'jane/website',
        source_branch: 'fix',
        target_branch: 'master',
        state: 'opened',
        author: 'bob',
        merge_user: null,
      })
      await expectOf(base).toHaveNote({ on: 'jane/website#2', author: 'bob', body: 'I hear it.' })
      await expectOf(base).toHaveProject({ path: 'jane/website', visibility: 'internal' })
      await expectOf(base).toHaveUser({ username: 'root', is_admin: true, state: 'active' })
    })

    it('find nothing that differs in one field, nor what was removed', async () => {
      const forge = base.fork()
      await send(forge, 'root', 'DELETE', '/projects/1/issues/1', {})
      await expectOf(forge).not.toHaveIssue({ title: 'It leaks' })
      await expectOf(forge).not.toHaveIssue({ title: 'It creaks', author: 'jane' })
      await expectOf(forge).not.toHaveMergeRequest({ source_branch: 'fix', state: 'merged' })
      await expectOf(forge).not.toHaveNote({ on: 'jane/website#1', body: 'I hear it.' })
      await expectOf(forge).not.toHaveProject({ path: 'bob/website' })
      await expectOf(forge).not.toHaveUser({ username: 'eve' })
    })

    it('report how the closest record differs', async () => {
      const expected = { title: 'It leaks', author: 'jane', state: 'closed' } as const
      const message = await refusal(() => expectOf(base).toHaveIssue(expected))
      expect(message).toBe(
        [
          'There is no issue with { title: "It leaks", author: "jane", state: "closed" }.',
          'The closest is jane/website#1 "It leaks":',
          '  state: expected "closed", got "opened"',
        ].join('\n'),
      )
    })

    it('report asymmetric matchers by their names and samples', async () => {
      const expected = {
        title: expect.stringContaining('pour'),
        author: expect.stringMatching(/^b/),
        labels: expect.arrayContaining(['ui']),
        project: expect.not.stringContaining('shop'),
      }
      const message = await refusal(() => expectOf(base).toHaveIssue(expected))
      expect(message).toContain(
        'There is no issue with { title: StringContaining "pour", author: StringMatching /^b/, labels: ArrayContaining ["ui"], project: StringNotContaining "shop" }.',
      )
      expect(message).toContain('title: expected StringContaining "pour", got "It creaks"')
    })

    it('report what there is where nothing is close', async () => {
      expect(await refusal(() => expectOf(base).toHaveUser({ username: 'eve' }))).toBe(
        'There is no user with { username: "eve" }.\nThere are 3 users:\n  root\n  jane\n  bob',
      )
      const empty = await createTestForge()
      expect(await refusal(() => expectOf(empty).toHaveProject({ path: 'a/b' }))).toBe(
        'There is no project with { path: "a/b" }.\nThere are no projects at all.',
      )
    })

    it('find any record where no fields are given', async () => {
      await expectOf(base).toHaveIssue()
      const empty = await createTestForge()
      await expectOf(empty).not.toHaveIssue()
      expect(await refusal(() => expectOf(empty).toHaveIssue())).toBe('There is no issue.')
      expect(await refusal(() => expectOf(base).not.toHaveMergeRequest())).toBe(
        'There is a merge request: jane/website!1 "Fix".',
      )
    })

    it('report the only record that there is', async () => {
      expect(await refusal(() => expectOf(base).toHaveProject({ path: 'a/b' }))).toBe(
        'There is no project with { path: "a/b" }.\nThere is 1 project:\n  jane/website',
      )
    })

    it('report a record that should not be there', async () => {
      expect(await refusal(() => expectOf(base).not.toHaveNote({ author: 'bob' }))).toBe(
        'There is a note with { author: "bob" }: on jane/website#2 by bob: "I hear it.".',
      )
      expect(await refusal(() => expectOf(base).not.toHaveIssue({ iid: 1 }))).toBe(
        'There is an issue with { iid: 1 }: jane/website#1 "It leaks".',
      )
    })
  })
})

describe('a matcher', () => {
  it('refuses what is no forge, and asks for the await that is left out', async () => {
    const wrong = (subject: object) =>
      refusal(() => expectationOf(subject).toHaveUser({ username: 'bob' }))
    expect(await wrong({})).toBe('toHaveUser: expect() must be given a forge')
    expect(await wrong(createTestForge())).toBe(
      'toHaveUser: expect() must be given a forge; write `await createForge()`',
    )
  })
})
