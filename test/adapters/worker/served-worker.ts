import type { WorkerOptions } from '../../../src/adapters/worker/index.ts'
import { now } from '../../harness.ts'
import { origin, seed } from '../../worlds/control/served-worlds.ts'
import { controlToken, runWorker } from './fake-engine.ts'

/** A worker asked without a network, with its engine in memory. */
export function serveWorker(options: WorkerOptions = {}, token?: string) {
  const worker = runWorker({ seed, now, randomSeed: 1, log: () => {}, ...options }, token)
  async function ask(path: string, init: RequestInit = {}) {
    const response = await worker.fetch(new Request(new URL(path, origin), init))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body }
  }
  /** A control call below `/_forge`. */
  const control = (method: string, path: string, body?: unknown) =>
    ask(`/_forge${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const asRoot = { 'private-token': 'root-token' }
  const openIssue = (world: string, title: string) =>
    ask(`${prefixOf(world)}/api/v3/projects/1/issues?title=${title}`, {
      method: 'POST',
      headers: asRoot,
    })
  async function issuesOf(world: string) {
    const { body } = await ask(`${prefixOf(world)}/api/v3/projects/1/issues?sort=asc`, {
      headers: asRoot,
    })
    return body.map(({ iid, title }: { iid: number; title: string }) => `${iid} ${title}`)
  }
  async function names(): Promise<string[]> {
    const { body } = await control('GET', '/worlds')
    return body.map(({ name }: { name: string }) => name)
  }
  return { ...worker, ask, control, openIssue, issuesOf, names }
}

const prefixOf = (world: string) => (world === 'default' ? '' : `/w/${world}`)
