import { createServer } from 'node:http'
import { type Ask, at } from '../server.ts'
import {
  type Call,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  listOf,
  type NewUser,
  newProject,
  newUser,
  type Values,
} from '../shared-tools.ts'

export const issuePath = ({ path }: Call) =>
  `/projects/${encodeURIComponent(String(path.id))}/issues/${path.issue_id}`

export const snippetPath = ({ path }: Call) =>
  `/projects/${encodeURIComponent(String(path.id))}/snippets/${path.snippet_id}`

/** What the query of a call gives, without its body. */
export const inQuery = ({ request }: Call, name: string) =>
  new URL(request.url).searchParams.get(name)

/** Makes a project in which snippets are allowed. */
export const newSnippetProject = (ask: Ask, given: Values = {}) =>
  newProject(ask, { snippets_enabled: true, ...given })

/** Makes a user who is a member of a project. */
export async function newMember(ask: Ask, project: number, access_level: number): Promise<NewUser> {
  const user = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: user.id, access_level } })
  return user
}

/** The name of a branch that no project has. */
export const freshBranch = () => freshName('tracker-branch')

/** Some milestone that issues of the world have: milestones can be made by no call. */
export async function someMilestone(
  ask: Ask,
): Promise<{ readonly project: number; readonly milestone: Values }> {
  for (const { id } of listOf((await ask('GET', '/projects/all?per_page=100')).json)) {
    const { json } = await ask('GET', `/projects/${id}/issues?per_page=100`)
    const issue = listOf(json).find((one) => at(one, 'milestone.title') !== undefined)
    if (issue !== undefined) return { project: Number(id), milestone: fieldsOf(issue.milestone) }
  }
  throw new Error('No issue of the world has a milestone.')
}

/** The system hooks that fulfil a condition, seen as the administrator. */
export async function hooksWhere(
  call: Call,
  isMeant: (hook: Values) => boolean,
): Promise<readonly Values[]> {
  return listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json).filter(isMeant)
}

/** Sends a payload to hooks as a forge does, and waits for them; one that nobody receives is lost. */
export async function deliver(hooks: readonly Values[], payload: Values): Promise<void> {
  await Promise.all(
    hooks.map(({ url }) =>
      fetch(String(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined),
    ),
  )
}

/** The payload of a push to the target of a merge request. */
export const pushOf = (mergeRequest: unknown): Values => ({
  object_kind: 'push',
  event_name: 'push',
  ref: `refs/heads/${at(mergeRequest, 'target_branch')}`,
  after: at(mergeRequest, 'merge_commit_sha') ?? at(mergeRequest, 'sha'),
  project_id: at(mergeRequest, 'target_project_id'),
})

/**
 * Makes a system hook whose receiver listens, lets something happen, and returns the kinds of what was received. The
 * hook is removed again where it is still there.
 */
export async function receivedWhile(
  ask: Ask,
  flags: Values,
  happen: (hook: number) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const kinds: unknown[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const payload: unknown = JSON.parse(Buffer.concat(chunks).toString())
      kinds.push(at(payload, 'object_kind') ?? at(payload, 'event_name'))
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port}/`
  const hook = idOf(listOf((await ask('POST', '/hooks', { body: { url, ...flags } })).json)[0])
  await happen(hook)
  const present = fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'id')
  if (present.includes(hook)) await ask('DELETE', `/hooks/${hook}`)
  receiver.closeAllConnections()
  await new Promise((resolve) => {
    receiver.close(resolve)
  })
  return kinds
}
