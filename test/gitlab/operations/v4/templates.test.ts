import { expect, it } from 'vitest'
import { readConfiguration } from '../../../../src/ci/configuration.ts'
import { templatesOf } from '../../../../src/gitlab/domain/templates/texts.ts'
import { describeForge, describeV4 } from '../../../harness.ts'

const create = (file_path: string, content: string) => ({
  action: 'create' as const,
  file_path,
  content,
})
const actions = [
  create('.gitlab/issue_templates/Bug report.md', 'What broke?\n'),
  create('.gitlab/issue_templates/notes.txt', 'No template'),
  create('.gitlab/merge_request_templates/Release.md', 'Which one?\n'),
]
const seed = {
  users: [{ username: 'jane', name: 'Jane Doe' }, { username: 'max' }],
  projects: [
    {
      path: 'jane/site',
      repository: { commits: [{ message: 'Begin', author: 'jane', actions }] },
    },
    { path: 'max/other', visibility: 'public' as const },
  ],
}
const now = '2026-03-01T00:00:00Z'
const kinds = [
  ['dockerfiles', 'Node', 'FROM node'],
  ['gitignores', 'Node', 'node_modules/'],
  ['gitlab_ci_ymls', 'Nodejs', 'npm test'],
] as const

describeV4('texts to begin a file with', { seed, now }, (api) => {
  it.each(kinds)('are listed and shown of the %s', async (kind, key, part) => {
    const names = await api.anonymous.get(`/templates/${kind}?per_page=100`)
    expect(names.status).toBe(200)
    expect(names.body).toContainEqual({ key, name: key })
    const one = await api.anonymous.get(`/templates/${kind}/${key}`)
    expect([one.status, one.body]).toEqual([
      200,
      { name: key, content: expect.stringContaining(part) },
    ])
  })

  it.each([
    ['dockerfiles', 'dockerfile'],
    ['gitignores', 'gitignore'],
    ['gitlab_ci_ymls', 'gitlab_ci_yml'],
    ['licenses', 'License'],
  ])('are a 404 of %s where there is none', async (kind, what) => {
    const { status, body } = await api.anonymous.get(`/templates/${kind}/none`)
    expect([status, body]).toEqual([404, { message: `404 ${what} Not Found` }])
  })

  it('have a second page of CI configurations, of which each is one', async () => {
    const { headers } = await api.anonymous.get('/templates/gitlab_ci_ymls')
    expect(headers.get('X-Next-Page')).toBe('2')
    for (const { content } of templatesOf.gitlab_ci_ymls()) {
      expect(readConfiguration(content)).toMatchObject([{ name: 'test' }])
    }
  })

  it('are licences with the year, the project and the name of the owner', async () => {
    const path = '/templates/licenses/bsd-2-clause'
    const asked = await api.anonymous.get(`${path}?project=Harbour&fullname=Ann`)
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      key: 'bsd-2-clause',
      name: 'BSD 2-Clause "Simplified" License',
      popular: false,
      conditions: ['include-copyright'],
    })
    for (const part of ['Harbour', '2026 Ann', 'BSD-2-Clause']) {
      expect(asked.body.content).toContain(part)
    }
    expect((await api.as('jane').get(path)).body.content).toContain('2026 Jane Doe')
    expect((await api.anonymous.get(path)).body.content).toContain('[fullname]')
  })

  it('are the popular licences alone where these are asked for', async () => {
    const { body } = await api.anonymous.get('/templates/licenses?popular=true')
    const keys = body.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(['apache-2.0', 'gpl-3.0', 'mit'])
    expect((await api.anonymous.get('/templates/licenses')).body.length).toBeGreaterThan(3)
  })

  const project = '/projects/jane%2Fsite/templates'

  it('are of a project those of the instance, and its own of issues and merge requests', async () => {
    const jane = api.as('jane')
    const issues = await jane.get(`${project}/issues`)
    expect([issues.status, issues.body]).toEqual([200, [{ key: 'Bug report', name: 'Bug report' }]])
    const bug = await jane.get(`${project}/issues/Bug%20report`)
    expect(bug.body).toEqual({ name: 'Bug report', content: 'What broke?\n' })
    const merge = await jane.get(`${project}/merge_requests/Release`)
    expect(merge.body.content).toBe('Which one?\n')
    expect((await jane.get(`${project}/gitignores/Node`)).status).toBe(200)
    const mit = await jane.get(`${project}/licenses/mit?project=Site`)
    expect(mit.body).toMatchObject({ key: 'mit', content: expect.stringContaining('Site') })
    const others = '/projects/max%2Fother/templates/issues'
    expect((await jane.get(others)).body).toEqual([])
    const source = `${others}/Bug%20report?source_template_project_id=1`
    expect((await jane.get(source)).body.content).toBe('What broke?\n')
    const hidden = await api.as('max').get(source)
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Template Not Found' }])
  })

  it('are refused of a project for a type or a name that there is not', async () => {
    const type = await api.as('jane').get(`${project}/poems`)
    expect([type.status, type.body]).toEqual([400, { error: 'type does not have a valid value' }])
    const name = await api.as('jane').get(`${project}/issues/None`)
    expect([name.status, name.body]).toEqual([404, { message: '404 Template Not Found' }])
  })
})

describeForge('texts to begin a file with in v3', { seed, now }, (api) => {
  it.each(['', '/templates'])('are found below "%s"', async (root) => {
    const names = await api.anonymous.get(`${root}/gitignores`)
    expect(names.body).toContainEqual({ name: 'Node' })
    const configuration = await api.anonymous.get(`${root}/gitlab_ci_ymls/Nodejs`)
    expect(configuration.body.content).toContain('npm test')
    expect((await api.anonymous.get(`${root}/licenses?popular=1`)).body).toHaveLength(3)
    const license = await api.anonymous.get(`${root}/licenses/mit?fullname=Ann`)
    expect(license.body.content).toContain('2026 Ann')
    expect((await api.anonymous.get(`${root}/licenses/none`)).status).toBe(404)
  })
})
