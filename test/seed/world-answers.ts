import type { Forge } from '../../src/forge/forge.ts'

/** What a forge answers to every question about what it holds: by the path that was asked, as root. */
export type Answers = Readonly<Record<string, unknown>>

/** Everything that the API answers of a world to its administrator, and to each user of themselves. */
export async function worldAnswers(forge: Forge): Promise<Answers> {
  const { db } = forge
  const answers: Record<string, unknown> = {}
  const rootToken = tokenOf(forge, (user) => user.is_admin) ?? ''
  const users = db.users.all().filter(({ state }) => state === 'active')
  for (const path of pathsIn(forge)) answers[path] = await ask(forge, path, rootToken)
  for (const user of users) {
    const token = tokenOf(forge, ({ id }) => id === user.id) ?? ''
    for (const path of ownPaths) answers[`${user.username} ${path}`] = await ask(forge, path, token)
    for (const { id } of db.projects.all()) {
      for (const rest of ['', '/issues', '/merge_requests', '/events', '/notification_settings']) {
        const path = `/projects/${id}${rest}`
        answers[`${user.username} ${path}`] = await ask(forge, path, token)
      }
    }
  }
  return answers
}

const ownPaths = [
  '/user',
  '/user/keys',
  '/user/emails',
  '/issues',
  '/projects',
  '/projects/starred',
  '/projects/owned',
  '/groups',
  '/notification_settings',
]

function tokenOf({ db }: Forge, is: (user: { id: number; is_admin: boolean }) => boolean) {
  const user = db.users.all().find(is)
  const tokens = db.credentials.by('user_id', user?.id)
  return tokens.find(({ kind }) => kind === 'private')?.token
}

async function ask(forge: Forge, path: string, token: string): Promise<unknown> {
  const separator = path.includes('?') ? '&' : '?'
  const url = `http://forge.test/api/v3${path}${separator}per_page=100`
  const response = await forge.fetch(new Request(url, { headers: { 'private-token': token } }))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

function pathsIn({ db }: Forge): string[] {
  const paths = [
    '/users',
    '/groups',
    '/projects/all?statistics=true',
    '/hooks',
    '/application/settings',
  ]
  for (const { id } of db.users.all()) {
    paths.push(`/users/${id}`, `/users/${id}/keys`, `/users/${id}/emails`, `/users/${id}/events`)
  }
  for (const { id } of db.namespaces.by('kind', 'group')) {
    paths.push(
      `/groups/${id}`,
      `/groups/${id}/members`,
      `/groups/${id}/projects`,
      `/groups/${id}/issues`,
    )
  }
  for (const project of db.projects.all()) paths.push(...pathsOfProject(db, project.id))
  return paths
}

const lists = [
  '',
  '/members',
  '/users',
  '/events',
  '/issues',
  '/merge_requests',
  '/snippets',
  '/builds',
  '/deployments',
  '/repository/branches',
  '/repository/tags',
  '/repository/tree?recursive=true',
  '/repository/contributors',
]

function pathsOfProject(db: Forge['db'], id: number): string[] {
  const at = `/projects/${id}`
  const paths = lists.map((list) => `${at}${list}`)
  for (const issue of db.issues.by('project_id', id)) {
    paths.push(`${at}/issues/${issue.id}`, `${at}/issues/${issue.id}/notes`)
  }
  for (const one of db.mergeRequests.by('target_project_id', id)) {
    const path = `${at}/merge_requests/${one.id}`
    paths.push(path, `${path}/notes`, `${path}/commits`, `${path}/changes`, `${path}/closes_issues`)
  }
  for (const snippet of db.snippets.by('project_id', id)) {
    const path = `${at}/snippets/${snippet.id}`
    paths.push(path, `${path}/raw`, `${path}/notes`)
  }
  for (const build of db.builds.by('project_id', id)) {
    paths.push(`${at}/builds/${build.id}`, `${at}/builds/${build.id}/trace`)
  }
  for (const name of branchesOf(db, id)) {
    const ref = encodeURIComponent(name)
    paths.push(`${at}/repository/commits?ref_name=${ref}`)
    for (const rest of ['', '/diff', '/comments', '/statuses?all=true', '/builds']) {
      paths.push(`${at}/repository/commits/${ref}${rest}`)
    }
  }
  return paths
}

function branchesOf(db: Forge['db'], id: number): string[] {
  const refs = [...(db.repositories.get(id)?.refs.keys() ?? [])]
  return refs.flatMap((ref) =>
    ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : [],
  )
}

/** Answers without the ids of what has no order of its own: notes, events and builds. */
export function withoutIds(answers: Answers): Answers {
  return JSON.parse(
    JSON.stringify(answers, (key, value: unknown) => {
      return key === 'id' || key.endsWith('_id') || key === 'runners_token' ? undefined : value
    }),
  )
}
