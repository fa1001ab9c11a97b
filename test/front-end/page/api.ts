/** The calls of the tracker, to the API that is served on its own origin. */
export interface Project {
  readonly id: number
  readonly path_with_namespace: string
}

export interface Issue {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly state: 'opened' | 'reopened' | 'closed'
}

const headers = { 'PRIVATE-TOKEN': 'jane-token', 'Content-Type': 'application/json' }

async function call<Result>(method: string, path: string, parameters?: object): Promise<Result> {
  const body = parameters === undefined ? null : JSON.stringify(parameters)
  const response = await fetch(`/api/v3${path}`, { method, headers, body })
  if (response.ok) return response.json()
  throw new Error(`${response.status}: ${JSON.stringify((await response.json()).message)}`)
}

export const listProjects = () => call<Project[]>('GET', '/projects?order_by=path&sort=asc')
export const listIssues = (project: number) =>
  call<Issue[]>('GET', `/projects/${project}/issues?sort=asc`)
export const createIssue = (project: number, title: string) =>
  call<Issue>('POST', `/projects/${project}/issues`, { title })
export const closeIssue = (project: number, issue: number) =>
  call<Issue>('PUT', `/projects/${project}/issues/${issue}`, { state_event: 'close' })
