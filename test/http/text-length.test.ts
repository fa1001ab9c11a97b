import { expect, it } from 'vitest'
import { describeForge } from '../harness.ts'

const MAX_LENGTH = 1_048_576

const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a' })

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/website',
      snippets_enabled: true,
      repository: {
        commits: [
          { message: 'Begin', author: 'jane', actions: [create('README')] },
          { message: 'Add', author: 'jane', branch: 'topic', actions: [create('b')] },
        ],
      },
      issues: [
        {
          title: 'Tap',
          author: 'jane',
          notes: Array.from({ length: 40 }, () => ({
            author: 'jane',
            body: 'x'.repeat(MAX_LENGTH),
          })),
        },
      ],
      merge_requests: [{ title: 'Add', author: 'jane', source_branch: 'topic' }],
    },
  ],
}

type Case = readonly [
  method: 'post' | 'put',
  path: string,
  name: string,
  longest: number,
  others: object,
]

const repository = '/projects/1/repository'
const status = `/projects/1/statuses/master`
const user = { email: 'jo@example.com', username: 'jo', name: 'Jo', password: 'password' }
const snippet = { title: 'Tap', file_name: 'tap.txt', code: 'a', visibility_level: 0 }
const file = { file_path: 'c', branch_name: 'master', content: 'a' }

const texts: readonly Case[] = [
  ['post', '/projects/1/issues', 'description', MAX_LENGTH, { title: 'It leaks' }],
  ['put', '/projects/1/issues/1', 'description', MAX_LENGTH, {}],
  ['post', '/projects/1/issues/1/notes', 'body', MAX_LENGTH, {}],
  ['post', '/projects/1/merge_requests/1/notes', 'body', MAX_LENGTH, {}],
  ['put', '/projects/1/merge_requests/1', 'description', MAX_LENGTH, {}],
  ['post', '/projects/1/snippets', 'code', MAX_LENGTH, snippet],
  ['post', `${repository}/commits/master/comments`, 'note', MAX_LENGTH, {}],
  ['post', `${repository}/files`, 'commit_message', MAX_LENGTH, file],
  ['post', `${repository}/tags`, 'message', MAX_LENGTH, { tag_name: 'v1', ref: 'master' }],
  [
    'post',
    `${repository}/tags`,
    'release_description',
    MAX_LENGTH,
    { tag_name: 'v2', ref: 'master' },
  ],
  ['put', '/application/settings', 'sign_in_text', MAX_LENGTH, {}],
]

const lines: readonly Case[] = [
  ['post', '/users', 'name', 255, user],
  ['put', '/users/2', 'skype', 255, {}],
  ['put', '/users/2', 'organization', 255, {}],
  ['put', '/users/2', 'password', 128, {}],
  ['post', status, 'name', 255, { state: 'success' }],
  ['post', status, 'description', 255, { state: 'pending' }],
  ['post', `${repository}/files`, 'author_name', 255, { ...file, commit_message: 'Add' }],
  ['put', '/application/settings', 'domain_whitelist', 65_535, {}],
  ['put', '/application/settings', 'domain_blacklist', 65_535, {}],
]

describeForge('a text that has no limit of its own in GitLab 8.15', { seed }, (api) => {
  it.each([...texts, ...lines])(
    '%s %s: %s has at most %i characters',
    async (method, path, name, longest, others) => {
      const send = (length: number) =>
        api.as('root')[method](path, { ...others, [name]: 'x'.repeat(length) })
      const refused = await send(longest + 1)
      expect([refused.status, refused.body]).toEqual([
        400,
        { message: { [name]: [`is too long (maximum is ${longest} characters)`] } },
      ])
      expect([200, 201]).toContain((await send(longest)).status)
    },
  )
})

describeForge('an answer', { seed }, (api) => {
  const notes = '/projects/1/issues/1/notes'

  it('has at most 33,554,432 characters, and a refusal says how to ask for fewer', async () => {
    const { status, body } = await api.as('jane').get(`${notes}?per_page=40`)
    expect([status, body.message]).toEqual([
      400,
      '400 (Bad request) the answer has more than 33554432 characters: ask for fewer entries, as per_page does for a list of pages',
    ])
    expect((await api.as('jane').get(`${notes}?per_page=20`)).body).toHaveLength(20)
  })

  it('is as bounded where the list is a part of it', async () => {
    for (let index = 0; index < 40; index += 1) {
      const commit_message = 'x'.repeat(MAX_LENGTH)
      await api
        .as('jane')
        .post(`${repository}/files`, { ...file, commit_message, file_path: `f${index}` })
    }
    const { status, body } = await api.as('jane').get(`${repository}/compare?from=topic&to=master`)
    expect([status, body.message]).toEqual([400, expect.stringContaining('33554432 characters')])
  })
})
