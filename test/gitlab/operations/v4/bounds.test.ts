import { describe, expect, it } from 'vitest'
import { compileExpression, matchesExpression } from '../../../../src/ci/expression.ts'
import { createTestForge } from '../../../harness.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const words = (count: number) => upTo(count).map((number) => `w${number}`)

const forge = await createTestForge({
  seed: {
    users: [{ username: 'jane' }],
    projects: [
      {
        path: 'jane/site',
        description: words(64).join(' '),
        labels: ['a', 'b', 'c'],
        issues: [
          { title: 'First', author: 'jane', labels: ['a'] },
          {
            title: 'Other',
            description: words(64).join('\n').toUpperCase(),
            author: 'jane',
            labels: ['a', 'b'],
          },
        ],
        repository: {
          commits: [
            {
              message: 'Begin',
              author: 'jane',
              actions: [{ action: 'create', file_path: 'a', content: '\n'.repeat(100_001) }],
            },
          ],
        },
      },
      {
        path: 'jane/files',
        repository: {
          commits: [
            {
              message: 'Begin',
              author: 'jane',
              actions: upTo(50_001).map((number) => ({
                action: 'create',
                file_path: `${number}`,
                content: '',
              })),
            },
          ],
        },
      },
      ...upTo(7).map((number) => ({
        path: `jane/p${number}`,
        tags: number > 4 ? ['Web'] : ['web', 'docs'],
        issues: [{ title: 'First', author: 'jane' }],
      })),
    ],
  },
})

async function ask(path: string, sent?: { method: 'POST' | 'PUT'; body: object }) {
  const response = await forge.fetch(`http://forge.test/api/v4${path}`, {
    headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
    ...(sent && { method: sent.method, body: JSON.stringify(sent.body) }),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

describe('a search', () => {
  it.each(['/projects/1/issues', '/projects'])(
    'has at most 64 different words: %s',
    async (path) => {
      const most = await ask(`${path}?search=${[...words(64), ...words(64)].join('+')}`)
      expect(most).toMatchObject({ status: 200, body: [expect.anything()] })
      const more = await ask(`${path}?search=${words(65).join('+')}`)
      expect(more).toEqual({ status: 400, body: { error: 'search has more than 64 words' } })
    },
  )

  it('looks at the first 100,000 characters of a text', async () => {
    const [title, before] = ['Long', forge.snapshot()]
    const found = async (description: string) => {
      await ask('/projects/2/issues', { method: 'POST', body: { title, description } })
      const { body } = await ask('/projects/2/issues?search=needle')
      const { body: counted } = await ask('/projects/2/issues_statistics?search=needle')
      expect(counted).toMatchObject({ statistics: { counts: { all: Object(body).length } } })
      return Object(body).length
    }
    expect(await found(`${' '.repeat(100_000)}needle`)).toBe(0)
    expect(await found(`${' '.repeat(90_000)}needle`)).toBe(1)
    forge.restore(before)
  })

  it('does not look for what is longer than a name can be', async () => {
    expect(await ask(`/users?search=${'J'.repeat(15_000)}`)).toEqual({ status: 200, body: [] })
    expect((await ask('/users?search=JaNe')).body).toHaveLength(1)
  })
})

it.each([
  ['labels=a', 2],
  ['labels=a,b', 1],
  ['labels=a,a', 2],
  ['labels=a,c', 0],
  ['not[labels]=b,c', 1],
  ['not[labels]=a', 0],
])(
  'an issue has all labels that are asked for, and none that is left out: %s',
  async (query, found) => {
    expect((await ask(`/projects/1/issues?${query}`)).body).toHaveLength(found)
  },
)

it('blames at most 100,000 lines, and of a longer file a part', async () => {
  const path = '/projects/1/repository/files/a/blame?ref=master'
  const message = 'range must be of at most 100000 lines'
  expect(await ask(path)).toMatchObject({
    status: 400,
    body: { message: message },
  })
  expect((await ask(`${path}&range[start]=1&range[end]=100001`)).status).toBe(400)
  const { body } = await ask(`${path}&range[start]=100000&range[end]=100001`)
  expect(body).toEqual([expect.objectContaining({ lines: ['', ''] })])
})

it('says what a regular expression took, so that it can be refused for thousands of names', async () => {
  const costly = '(m*)*'.repeat(50)
  const budget = { steps: 1_000_000 }
  const expression = compileExpression(`${costly}x`)
  matchesExpression(expression, 'm'.repeat(100), budget)
  expect(budget.steps).toBeLessThan(1_000_000 - 100 * 100)
  const record = forge.db.repositories.get(1)
  const id = record?.refs.get('refs/heads/master') ?? ''
  const names = upTo(400).map((number) => `refs/heads/${'m'.repeat(200)}${number}`)
  if (record) {
    forge.db.repositories.replace(record, {
      refs: new Map([...record.refs, ...names.map((name) => [name, id] as const)]),
    })
  }
  const branches = '/projects/1/repository/branches'
  const refused = await ask(`${branches}?regex=${encodeURIComponent(`${costly}x`)}`)
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('Regex is too costly for that many names')
  expect(await ask(`${branches}?regex=^m*1$`)).toMatchObject({ status: 200 })
  const bases = upTo(300).map((number) => `refs[]=${'m'.repeat(20)}${number}`)
  expect((await ask(`/projects/1/repository/merge_base?${bases.join('&')}`)).status).toBe(400)
})

it('lists a tree without pages where it has at most 50,000 entries', async () => {
  const tree = '/projects/2/repository/tree?recursive=true&pagination=none'
  expect(await ask(tree)).toEqual({
    status: 400,
    body: { error: 'pagination cannot be "none" for more than 50000 entries' },
  })
  expect(
    (await ask('/projects/1/repository/tree?recursive=true&pagination=none')).body,
  ).toHaveLength(1)
})

it('finds issues by many numbers in many projects', async () => {
  const numbers = upTo(1600).map((number) => `iids[]=${number > 1 ? 3 : 1}`)
  expect((await ask(`/issues?scope=all&${numbers.join('&')}`)).body).toHaveLength(8)
  expect((await ask('/issues?scope=all&iids[]=1&iids[]=1')).body).toHaveLength(8)
})

it('counts the projects of each topic, whatever the case of its name', async () => {
  const topic = (name: string, total_projects_count: number) =>
    expect.objectContaining({ name, total_projects_count })
  expect((await ask('/topics')).body).toEqual([topic('web', 7), topic('docs', 4)])
})

it.each([
  [
    'PUT',
    '/projects/2',
    { topics: upTo(1001).join() },
    'topics has too many entries (maximum is 1000)',
  ],
  [
    'PUT',
    '/projects/1/issues/1',
    { labels: 'a,'.repeat(50_001) },
    'labels has too many entries (maximum is 50000)',
  ],
] as const)('counts the values of a text with commas: %s %s', async (method, path, body, error) => {
  expect(await ask(path, { method, body })).toEqual({ status: 400, body: { error } })
})

it('adds at most a hundred members at once', async () => {
  const add = (count: number) =>
    ask('/projects/2/members', {
      method: 'POST',
      body: {
        user_id: upTo(count)
          .map((number) => number + 100)
          .join(),
        access_level: 30,
      },
    })
  const message = 'Too many users specified (limit is 100)'
  expect(await add(101)).toEqual({ status: 201, body: { status: 'error', message } })
  expect(Object.keys(Object((await add(100)).body).message)).toHaveLength(100)
})

it.each(['/projects', '/groups'])('refuses a path of millions of letters: %s', async (path) => {
  const body = { name: 'a', path: `${'a.'.repeat(4_000_000)}b` }
  const { status, body: answer } = await ask(path, { method: 'POST', body })
  expect(status).toBe(400)
  expect(JSON.stringify(answer)).toContain('is too long (maximum is 255 characters)')
})
