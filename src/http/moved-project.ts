import { notAllowed } from '../contract/errors.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { Context } from '../gitlab/domain/context.ts'
import { findMovedProject } from '../gitlab/domain/find.ts'
import type { Answer } from './response.ts'

/**
 * Leads whoever names a project by a path that it had before to the same address with its id. Undefined where the path
 * names no such project, or one that the caller does not see; throws a 405 for what is no reading.
 */
export function movedProjectAnswer(
  { store, viewer, release }: Pick<Context, 'store' | 'viewer' | 'release'>,
  { method, parameters }: OperationContract,
  values: Readonly<Record<string, unknown>>,
  url: URL,
): Answer | undefined {
  if (!release.leadsToMovedProjects) return undefined
  const name = parameters.find(({ record }) => record === 'project')?.name
  const path = name === undefined ? undefined : values[name]
  if (typeof path !== 'string' || !path.includes('/')) return undefined
  const project = findMovedProject(store, path)
  if (!project || !viewer.sees(project)) return undefined
  if (method !== 'GET') throw notAllowed('Non GET methods are not allowed for moved projects')
  const Location = withId(url, path, project.id)
  const body = `This resource has been moved permanently to ${Location}`
  return { status: 301, headers: { Location }, file: { body, type: 'text/plain' } }
}

/** The address with an id in the place of a path. */
function withId(url: URL, path: string, id: number): string {
  const moved = new URL(url)
  moved.pathname = url.pathname
    .split('/')
    .map((step) => (decodeURIComponent(step) === path ? String(id) : step))
    .join('/')
  return moved.href
}
