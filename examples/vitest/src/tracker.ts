export interface Issue {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly state: 'opened' | 'closed' | 'reopened'
}

/** The issues of one project, through the API. */
export class Tracker {
  readonly #issues: string
  readonly #headers: Record<string, string>

  constructor(server: string, token: string, project: string) {
    this.#issues = `${server}/api/v3/projects/${encodeURIComponent(project)}/issues`
    this.#headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' }
  }

  /** All of them, page after page, the newest first. */
  async list(state: 'opened' | 'closed'): Promise<Issue[]> {
    const issues: Issue[] = []
    let page: string | null = '1'
    while (page) {
      const response = await this.#send('GET', `?state=${state}&per_page=20&page=${page}`)
      issues.push(...(await response.json()))
      page = response.headers.get('X-Next-Page')
    }
    return issues
  }

  async open(title: string): Promise<Issue> {
    return (await this.#send('POST', '', { title })).json()
  }

  async close({ id }: Issue): Promise<Issue> {
    return (await this.#send('PUT', `/${id}`, { state_event: 'close' })).json()
  }

  /** Asks once more where the server is busy. */
  async #send(method: string, path: string, body?: object): Promise<Response> {
    const init = { method, headers: this.#headers, ...(body && { body: JSON.stringify(body) }) }
    let response = await fetch(this.#issues + path, init)
    if (response.status === 503) response = await fetch(this.#issues + path, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response
  }
}
