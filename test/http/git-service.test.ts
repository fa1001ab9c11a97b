import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { type Api, describeTransports } from '../harness.ts'

const repository = {
  protected_branches: {},
  commits: [
    {
      message: 'Begin',
      author: 'mona',
      actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
    },
  ],
}
const members = { mona: 'master', dev: 'developer', rita: 'reporter', gus: 'guest' } as const

/** Projects 1 to 5; job 1 is dev's and runs in acme/secret, job 2 waits. */
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona' },
    {
      username: 'dev',
      email: 'dev@acme.example',
      password: 'dev-password',
      personal_access_tokens: [
        { token: 'dev-api', scopes: ['api'] },
        { token: 'dev-reads', scopes: ['read_repository'] },
        { token: 'dev-writes', scopes: ['write_repository'] },
        { token: 'dev-user', scopes: ['read_user'] },
        { token: 'dev-old', scopes: ['api'], expires_at: '2017-01-15' },
      ],
      oauth_tokens: [{ token: 'dev-application' }],
      sessions: ['dev-browser'],
    },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'olga' },
    { username: 'bob', state: 'blocked', password: 'bob-password' },
    { username: 'tina', password: 'tina-password', two_factor_enabled: true },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    { path: 'acme/site', visibility: 'public', members, repository },
    { path: 'acme/secret', members, repository },
    { path: 'acme/inner', visibility: 'internal', repository },
    { path: 'acme/old', visibility: 'public', archived: true, members, repository },
    { path: 'acme/other', members, repository },
  ],
  deploy_tokens: [
    { name: 'robot', project: 'acme/secret', token: 'gldt-secret', username: 'robot' },
  ],
  pipelines: [
    {
      project: 'acme/secret',
      by: 'dev',
      builds: [
        { name: 'runs', status: 'running' },
        { name: 'waits', status: 'pending' },
      ],
    },
  ],
}

const denied =
  "HTTP Basic: Access denied. If a password was provided for Git authentication, the password was incorrect or you're required to use a token instead of a password. If a token was provided, it was either incorrect, expired, or improperly scoped. See ORIGIN/help/topics/git/troubleshooting_git.md#error-on-git-fetch-http-basic-access-denied"
const mayNotPull = 'You are not allowed to download code from this project.'
const mayNotPush = 'You are not allowed to push code to this project.'
const unknown =
  "The project you were looking for could not be found or you don't have permission to view it."

const pull = 'git-upload-pack'
const push = 'git-receive-pack'

/** The texts and rows of code-and-ci, section 17 of the specification. */
describeTransports('a call of git', { seed }, (api: Api) => {
  const ask = (project: string, service: string, who?: string) => {
    const headers: Record<string, string> =
      who === undefined ? {} : { authorization: `Basic ${btoa(who)}` }
    return api.request(`/${project}.git/info/refs?service=${service}`, { headers })
  }
  const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

  it.each<[who: string | undefined, project: string, service: string]>([
    [undefined, 'acme/site', pull],
    ['dev:dev-password', 'acme/secret', pull],
    ['dev@acme.example:dev-password', 'acme/secret', push],
    ['whoever:dev-api', 'acme/secret', pull],
    ['whoever:dev-api', 'acme/secret', push],
    ['dev:dev-token', 'acme/secret', push],
    ['x:dev-reads', 'acme/secret', pull],
    ['x:dev-writes', 'acme/secret', pull],
    ['x:dev-writes', 'acme/secret', push],
    ['oauth2:dev-application', 'acme/secret', push],
    ['rita:rita-token', 'acme/secret', pull],
    ['olga:olga-token', 'acme/inner', pull],
    ['gus:gus-token', 'acme/site', pull],
    ['olga:olga-token', 'acme/old', pull],
    ['robot:gldt-secret', 'acme/secret', pull],
    ['robot:gldt-secret', 'acme/site', pull],
    ['gitlab-ci-token:glcbt-1', 'acme/secret', pull],
    ['gitlab-ci-token:glcbt-1', 'acme/site', pull],
    // Any name goes with a token of one's own: semantic-release presents this one.
    ['gitlab-ci-token:dev-writes', 'acme/secret', push],
    ['root:root-token', 'acme/secret', push],
  ])('is let in: %s to %s (%s)', async (who, project, service) => {
    const answer = await ask(project, service, who)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(`application/x-${service}-advertisement`)
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    expect(textOf(answer)).toMatch(new RegExp(`^00[0-9a-f]{2}# service=${service}\n0000`))
  })

  it.each<
    [who: string | undefined, project: string, service: string, status: number, text: string]
  >([
    [undefined, 'acme/secret', pull, 401, denied],
    [undefined, 'acme/nowhere', pull, 401, denied],
    [undefined, 'acme/inner', pull, 401, denied],
    [undefined, 'acme/site', push, 401, denied],
    ['dev:wrong', 'acme/site', pull, 401, denied],
    ['x:dev-old', 'acme/site', pull, 401, denied],
    ['dev:dev-browser', 'acme/site', pull, 401, denied],
    ['dev:dev-application', 'acme/site', pull, 401, denied],
    ['bob:bob-token', 'acme/site', pull, 401, denied],
    ['bob:bob-password', 'acme/site', pull, 401, denied],
    ['gitlab-ci-token:glcbt-2', 'acme/secret', pull, 401, denied],
    ['gitlab-ci-token:wrong', 'acme/secret', pull, 401, denied],
    ['mona:gldt-secret', 'acme/secret', pull, 401, denied],
    ['x:dev-user', 'acme/site', pull, 403, 'You are not allowed to download code.'],
    ['x:dev-reads', 'acme/site', push, 403, 'You are not allowed to upload code.'],
    ['robot:gldt-secret', 'acme/secret', push, 403, 'You are not allowed to upload code.'],
    ['gitlab-ci-token:glcbt-1', 'acme/secret', push, 403, 'You are not allowed to upload code.'],
    ['gus:gus-token', 'acme/secret', pull, 403, mayNotPull],
    ['rita:rita-token', 'acme/secret', push, 403, mayNotPush],
    ['gus:gus-token', 'acme/site', push, 403, mayNotPush],
    ['mona:mona-token', 'acme/old', push, 403, mayNotPush],
    ['olga:olga-token', 'acme/secret', pull, 404, unknown],
    ['olga:olga-token', 'acme/nowhere', pull, 404, unknown],
    ['olga:olga-token', 'acme/nowhere', push, 404, unknown],
    ['robot:gldt-secret', 'acme/other', pull, 404, unknown],
    ['gitlab-ci-token:glcbt-1', 'acme/other', pull, 404, unknown],
  ])('is refused: %s to %s (%s), %i', async (who, project, service, status, text) => {
    const answer = await ask(project, service, who)
    expect([answer.status, textOf(answer)]).toEqual([status, text.replace('ORIGIN', api.origin)])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="GitLab"' : null,
    )
  })

  it('is let in to push where a project can be made, and told why it cannot be', async () => {
    expect((await ask('dev/tool', push, 'dev:dev-token')).status).toBe(200)
    expect((await ask('acme/tool', push, 'root:root-token')).status).toBe(200)
    expect((await ask('olga/tool', push, 'dev:dev-token')).status).toBe(404)
    expect((await ask('dev/tool', pull, 'dev:dev-token')).status).toBe(404)
    expect((await ask('dev/tool', push)).status).toBe(401)
    expect(
      api.forge.db.projects.findFirst((query) => query.where({ path: 'tool' })),
    ).toBeUndefined()
    const reserved = await ask('dev/new', push, 'dev:dev-token')
    expect(reserved.status).toBe(422)
    expect(textOf(reserved)).toBe('Could not create project: Path new is a reserved name')
  })

  it('gets no second chance by a password where a second factor is asked for', async () => {
    const answer = await ask('acme/site', pull, 'tina:tina-password')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBeNull()
    expect((await ask('acme/site', pull, 'tina:tina-token')).status).toBe(200)
  })

  it('asks for one of two services', async () => {
    const headers = { authorization: `Basic ${btoa('dev:dev-token')}` }
    const dumb = '/acme/site.git/info/refs'
    expect((await api.request(dumb)).status).toBe(401)
    for (const query of ['', '?service=git-upload-archive']) {
      const answer = await api.request(dumb + query, { headers })
      expect(answer.status).toBe(403)
      expect(textOf(answer)).toBe("The command you're trying to execute is not allowed.")
    }
    const head = { method: 'HEAD', headers }
    expect((await api.request(`${dumb}?service=git-upload-pack`, head)).status).toBe(403)
    expect((await api.request(dumb, { method: 'HEAD' })).status).toBe(403)
  })

  it('takes no password where the instance takes none, and is refused where it takes SSH alone', async () => {
    const change = (settings: object) =>
      api.request('/api/v4/application/settings', {
        method: 'PUT',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      })
    expect((await change({ password_authentication_enabled_for_git: false })).status).toBe(200)
    expect((await ask('acme/secret', pull, 'dev:dev-password')).status).toBe(401)
    expect((await ask('acme/secret', pull, 'dev:dev-token')).status).toBe(200)
    expect((await change({ enabled_git_access_protocol: 'ssh' })).status).toBe(200)
    const answer = await ask('acme/secret', pull, 'dev:dev-token')
    expect([answer.status, textOf(answer)]).toEqual([403, 'Git access over HTTP is not allowed'])
  })

  it('lets the token of a job push to its own project, where that allows it', async () => {
    const [who, job] = ['gitlab-ci-token:glcbt-1', 'acme/secret']
    await api.forge.db.projects.update((query) => query.where({ path: 'secret' }), {
      data(project) {
        project.settings.ci_push_repository_for_job_token_allowed = true
      },
    })
    expect((await ask(job, push, who)).status).toBe(200)
    expect((await ask('acme/site', push, who)).status).toBe(403)
  })

  it('reaches a project by the path that it had before', async () => {
    const moved = await api.as('mona').put('/projects/1', { path: 'page' })
    expect(moved.status).toBe(200)
    expect((await ask('acme/site', pull)).status).toBe(200)
    expect((await ask('acme/page', pull)).status).toBe(200)
  })

  it('is struck by faults: by its path, who asks, or any', async () => {
    const { faults } = api.forge
    faults.add({ path: '/acme/site.git/**', status: 503, times: 1 })
    const struck = await ask('acme/site', pull)
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await ask('acme/site', pull)).status).toBe(200)
    faults.add({ user: 'dev', status: 500, times: 1 })
    expect((await ask('acme/site', pull)).status).toBe(200)
    expect((await ask('acme/site', pull, 'dev:dev-api')).status).toBe(500)
    faults.add({ operation: 'createIssue', status: 500 })
    expect((await ask('acme/site', pull)).status).toBe(200)
    faults.clear()
    faults.add({ body: 'truncate', afterBytes: 40 })
    await expect(ask('acme/site', pull)).rejects.toThrow()
  })

  it('is in the journal, with who asked and without what they asked by', async () => {
    await ask('acme/secret', pull, 'dev:dev-api')
    const criteria = { path: '/**/secret.git/info/refs' }
    const entry = await api.forge.requests.waitFor(criteria)
    expect(entry).toMatchObject({ method: 'GET', status: 200, user: 'dev' })
    expect(JSON.stringify(entry)).not.toContain('dev-api')
    expect(JSON.stringify(entry)).not.toContain(btoa('dev:dev-api'))
  })
})
