import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'
import { expectationOf, homes } from './homes.ts'

const forge = await createTestForge({
  seed: {
    users: [{ username: 'root', admin: true }, { username: 'jane' }],
    projects: [
      {
        path: 'jane/website',
        issues: [{ title: 'It leaks', author: 'jane', notes: [{ author: 'jane', body: 'Yes.' }] }],
      },
    ],
  },
})

describe.each(Object.entries(homes))('of %s', (_, homeOf) => {
  /** Both ways, as a wrong field lets the negated expectation hold for ever. */
  const each = (forgeHere: Forge) => {
    const expectation = expectationOf(homeOf(forgeHere))
    return [expectation, expectation.not]
  }

  it('refuse a field that the kind of record does not have', () => {
    for (const expectation of each(forge)) {
      expect(() => expectation.toHaveIssue({ titel: 'a' } as object)).toThrow(
        new TypeError('toHaveIssue: an issue has no field "titel"; did you mean "title"?'),
      )
      expect(() => expectation.toHaveIssue({ title: 'a', author_id: 2 } as object)).toThrow(
        'toHaveIssue: an issue has no field "author_id"; did you mean "author"?',
      )
      expect(() => expectation.toHaveMergeRequest({ projet: 'a' } as object)).toThrow(
        'toHaveMergeRequest: a merge request has no field "projet"; did you mean "project"?',
      )
      expect(() => expectation.toHaveProject({ visibilty: 'a' } as object)).toThrow(
        'toHaveProject: a project has no field "visibilty"; did you mean "visibility"?',
      )
      expect(() => expectation.toHaveNote({ noteable: 'a' } as object)).toThrow(
        'toHaveNote: a note has no field "noteable"',
      )
      expect(() => expectation.toHaveUser({ colour: 'red' } as object)).toThrow(
        /^toHaveUser: a user has no field "colour"\. Its fields are id, username, /,
      )
    }
  })

  it('take each field that a record has', async () => {
    const expectation = expectationOf(homeOf(forge))
    await expectation.toHaveIssue({ id: 1, iid: 1, moved_to: null, deleted_at: null })
    await expectation.toHaveNote({ id: 1, noteable_type: 'Issue', on: 'jane/website#1' })
    await expectation.toHaveProject({ id: 1, namespace: 'jane', visibility: 'private' })
    await expectation.toHaveUser({ id: 2, username: 'jane', theme_id: 2 })
    await expectation.not.toHaveUser({ id: 3 })
  })

  it('refuse a parameter that the operation does not have', () => {
    for (const expectation of each(forge)) {
      expect(() => expectation.toHaveReceived('createIssue', { titel: 'a' })).toThrow(
        new TypeError(
          'toHaveReceived: createIssue has no parameter "titel"; did you mean "title"?',
        ),
      )
      expect(() => expectation.toHaveReceived('getProject', { colour: 'red' })).toThrow(
        'toHaveReceived: getProject has no parameter "colour". Its parameters are id',
      )
      expect(() => expectation.toHaveReceived('createIssue', { user: 'bob' })).toThrow(
        'toHaveReceived: createIssue has no parameter "user"; it is an option, which the third argument holds',
      )
    }
  })

  it('take each parameter of the operation, of its path and its page too', async () => {
    const { not } = expectationOf(homeOf(forge))
    await not.toHaveReceived('createIssue', { id: 1, title: expect.any(String), labels: 'a' })
    await not.toHaveReceived('listIssuesOfProject', { page: 2, per_page: 5 })
    await not.toHaveReceived('createCommit', { actions: [{ action: 'create', whatever: 1 }] })
  })

  it('refuse an option that there is none of, or that is wrong', async () => {
    for (const expectation of each(forge)) {
      expect(() => expectation.toHaveReceived('createIssue', {}, { usr: 'bob' } as object)).toThrow(
        'toHaveReceived: there is no option `usr`; did you mean "user"?',
      )
      expect(() => expectation.toHaveReceived('createIssue', {}, { times: -1 })).toThrow(
        'toHaveReceived: option `times` must be a whole number from 0 up; got -1',
      )
      expect(() => expectation.toHaveReceived('createIssue', {}, { status: 20 })).toThrow(
        'toHaveReceived: option `status` must be a whole number from 100 to 599',
      )
    }
    const any = { user: expect.any(String), status: expect.any(Number) }
    await expectationOf(homeOf(forge)).not.toHaveReceived('createIssue', {}, any)
  })

  it('refuse what are no fields', () => {
    for (const expectation of each(forge)) {
      for (const [wrong, words] of [
        [null, 'null'],
        ['It leaks', '"It leaks"'],
        [[{ title: 'It leaks' }], 'an array'],
        [expect.objectContaining({ title: 'It leaks' }), 'an asymmetric matcher'],
      ] as const) {
        const message = `must be an object, whose values may be asymmetric matchers; got ${words}`
        expect(() => expectation.toHaveIssue(wrong as object)).toThrow(
          new TypeError(`toHaveIssue: the expected fields ${message}`),
        )
        expect(() => expectation.toHaveReceived('createIssue', wrong as never)).toThrow(
          new TypeError(`toHaveReceived: the expected parameters ${message}`),
        )
      }
    }
  })
})
