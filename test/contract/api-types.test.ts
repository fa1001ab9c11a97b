import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type {
  CreateIssueParameters,
  CreateIssueResponse,
  CreateSystemHookResponse,
  Issue,
  ListBuildsParameters,
  ListIssuesOfProjectParameters,
  ListIssuesOfProjectResponse,
  MergeRequest,
  Project,
  UpdateIssueParameters,
  User,
  UserBrief,
} from '../../src/index.ts'
import { createTestForge } from '../harness.ts'

describe('the types of the API', () => {
  it('are those of the resources', () => {
    expectTypeOf<Issue['author']>().toEqualTypeOf<UserBrief>()
    expectTypeOf<Issue['state']>().toEqualTypeOf<'opened' | 'closed'>()
    expectTypeOf<MergeRequest['iid']>().toEqualTypeOf<number>()
    expectTypeOf<Project['path_with_namespace']>().toEqualTypeOf<string>()
    expectTypeOf<User['username']>().toEqualTypeOf<string>()
  })

  it('say what an operation takes, beside its path', () => {
    expectTypeOf<CreateIssueParameters>().toHaveProperty('title').toEqualTypeOf<string>()
    expectTypeOf<CreateIssueParameters>().not.toHaveProperty('id')
    expectTypeOf<{ title: string }>().toExtend<CreateIssueParameters>()
    expectTypeOf<{ labels: string }>().not.toExtend<CreateIssueParameters>()
    expectTypeOf<CreateIssueParameters['confidential']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<UpdateIssueParameters['state_event']>().toEqualTypeOf<
      'close' | 'reopen' | undefined
    >()
    expectTypeOf<ListIssuesOfProjectParameters['per_page']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<'running'[]>().toExtend<ListBuildsParameters['scope']>()
  })

  it('say what an operation answers', () => {
    expectTypeOf<CreateIssueResponse>().toEqualTypeOf<Issue>()
    expectTypeOf<ListIssuesOfProjectResponse>().toEqualTypeOf<Issue[]>()
    expectTypeOf<CreateSystemHookResponse['length']>().toEqualTypeOf<1>()
  })

  it('fit what a suite writes', async () => {
    const forge = await createTestForge({
      seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/site' }] },
    })
    const parameters: CreateIssueParameters = { title: 'It leaks', labels: 'bug' }
    const response = await forge.fetch('http://forge.test/api/v3/projects/1/issues', {
      method: 'POST',
      headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    })
    const issue: CreateIssueResponse = await response.json()
    expect([response.status, issue.title, issue.labels]).toEqual([201, 'It leaks', ['bug']])
  })
})

describe('the names of the types', () => {
  const file = fileURLToPath(
    new URL('../../src/contract/generated/v3/api-types.ts', import.meta.url),
  )
  const module = ts.createSourceFile('types.ts', readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const names = module.statements.flatMap((statement) => {
    if (ts.isTypeAliasDeclaration(statement)) return [statement.name.text]
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : []
  })
  const capitalised = (id: string) => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`

  it('are one for what each operation takes beside its path, and none where that is nothing', () => {
    const takesSome = ({ parameters, isPaginated }: (typeof operations)[number]) =>
      isPaginated || parameters.some((parameter) => parameter.in !== 'path')
    expect(names.filter((name) => name.endsWith('Parameters')).sort()).toEqual(
      operations
        .filter(takesSome)
        .map(({ id }) => `${capitalised(id)}Parameters`)
        .sort(),
    )
  })

  it('are each given once, and to nothing else of the package', () => {
    const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
    const others = [...readFileSync(index, 'utf8').matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => name)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
    expect(names.filter((name) => others.includes(name))).toEqual([])
    expect(names.length).toBeGreaterThan(300)
  })
})
