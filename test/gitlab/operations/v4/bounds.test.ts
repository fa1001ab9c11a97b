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
    ],
  },
})

async function ask(path: string) {
  const url = `http://forge.test/api/v4${path}`
  const response = await forge.fetch(url, { headers: { 'private-token': 'jane-token' } })
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
  const budget = { steps: 0 }
  const expression = compileExpression(`${costly}x`)
  matchesExpression(expression, 'm'.repeat(100), budget)
  expect(budget.steps).toBeLessThan(-100 * 100)
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
