import type { Seed } from '../../src/seed/schema.ts'

/** A request of the mixed work, and the status that answers it. */
export interface Piece {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the origin. */
  readonly path: string
  readonly body?: object
  readonly status: 200 | 201
}

const projects = 50
const issuesEach = 40

/** The world that is worked in: 50 projects of 40 issues. */
export const worldOfWork: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  groups: [{ path: 'acme', members: { jane: 'master' } }],
  projects: Array.from({ length: projects }, (_, index) => ({
    path: `acme/project-${index + 1}`,
    visibility: 'public' as const,
    issues: Array.from({ length: issuesEach }, (_, number) => ({
      title: `Issue ${number + 1}`,
      author: 'jane',
      labels: [`label-${number % 5}`],
      ...(number % 4 === 0 ? { state: 'closed' as const } : {}),
    })),
  })),
}

export const headersOfWork = {
  'private-token': 'jane-token',
  'content-type': 'application/json',
}

/** Seven requests read and three write, of which two make a new record; each turn is in another project. */
export function pieceOfWork(turn: number): Piece {
  const project = 1 + (Math.floor(turn / 10) % projects)
  const issue = 1 + (project - 1) * issuesEach + (turn % issuesEach)
  const issues = `/api/v3/projects/${project}/issues`
  const get = (path: string): Piece => ({ method: 'GET', path, status: 200 })
  switch (turn % 10) {
    case 0:
    case 4:
      return get(`${issues}?state=opened`)
    case 1:
      return get(`${issues}?labels=label-${turn % 7}&order_by=updated_at`)
    case 2:
    case 6:
      return get(`${issues}/${issue}`)
    case 3:
      return get('/api/v3/projects/visible?search=project')
    case 5:
      return get(`/api/v3/projects/${project}/events`)
    case 7:
      return { method: 'POST', path: issues, body: { title: `New of ${turn}` }, status: 201 }
    case 8: {
      const body = { body: `Comment of ${turn}` }
      return { method: 'POST', path: `${issues}/${issue}/notes`, body, status: 201 }
    }
    default:
      return {
        method: 'PUT',
        path: `${issues}/${issue}`,
        body: { title: `At ${turn}` },
        status: 200,
      }
  }
}
