import { notAllowed } from '../contract/errors.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { Context } from '../gitlab/domain/context.ts'
import { findMovedProject } from '../gitlab/domain/find.ts'
import type { Answer } from './response.ts'

/**
 * Redirects a request that names a project by a former path to the same URL with the project's id. Undefined where no
 * visible project had the path; throws a 405 for methods other than GET.
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

/** Replaces the path of the project in a URL by its id. */
function withId(url: URL, path: string, id: number): string {
  const moved = new URL(url)
  moved.pathname = url.pathname
    .split('/')
    .map((step) => (decodeURIComponent(step) === path ? String(id) : step))
    .join('/')
  return moved.href
}
