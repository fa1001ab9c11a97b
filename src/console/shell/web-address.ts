import { isUrl } from '../../shared/is-url.ts'

/** The view of the console for the pages of the forge. */
export const projectsView = 'projects'

/**
 * Returns the place in the console for a `web_url`: below `projects`, with the path that GitLab has for it, so that
 * either address follows from the other.
 *
 * @param worldUrl the address before the paths of the world, such as `http://127.0.0.1:8080/w/checkout`
 * @returns the segments below `/_forge/`, undefined for any other address
 * @example placeOfWebUrl('http://127.0.0.1:8080/jane/website/-/issues/3', 'http://127.0.0.1:8080')
 * // ['projects', 'jane', 'website', '-', 'issues', '3']
 */
export function placeOfWebUrl(webUrl: string, worldUrl: string): string[] | undefined {
  if (!isUrl(webUrl) || !isUrl(worldUrl)) return undefined
  const [named, world] = [new URL(webUrl), new URL(worldUrl)]
  const before = world.pathname.replace(/\/$/, '')
  if (named.origin !== world.origin || !named.pathname.startsWith(`${before}/`)) return undefined
  const path = named.pathname.slice(before.length)
  if (/^\/(api|oauth|_forge|uploads|users)\//.test(path)) return undefined
  return [projectsView, ...segmentsOf(path)]
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })
}

/**
 * Returns the path below `/_forge/` of a part of a project.
 *
 * @example placeInProject(project, 'issues', '3') // ['projects', 'jane', 'website', '-', 'issues', '3']
 */
export function placeInProject(
  { path_with_namespace }: { readonly path_with_namespace: string },
  ...segments: readonly string[]
): string[] {
  return [projectsView, ...path_with_namespace.split('/'), '-', ...segments]
}

/**
 * Returns the path below `/_forge/` of a group, or of a part of it.
 *
 * @example placeInGroup(group, 'boards') // ['projects', 'groups', 'acme', 'tools', '-', 'boards']
 */
export function placeInGroup(
  { full_path }: { readonly full_path: string },
  ...segments: readonly string[]
): string[] {
  const part = segments.length === 0 ? [] : ['-', ...segments]
  return [projectsView, 'groups', ...full_path.split('/'), ...part]
}

/** The resource at an address below `projects`. */
export interface Named {
  /** The full path of a project, a group or a user; empty for all projects. */
  readonly path: string
  /** Whether the address states that it is a group. */
  readonly isGroup: boolean
  /** The part of the resource, such as `issues` or `tree`; undefined for the resource itself. */
  readonly part: string | undefined
  /** The segments after the part: the iid of an issue, or a revision and a path. */
  readonly rest: readonly string[]
}

/** The parts of a project whose addresses in v3 have no `-` before them. */
const oldParts = new Set([
  'issues',
  'merge_requests',
  'snippets',
  'milestones',
  'labels',
  'commit',
  'commits',
  'tree',
  'blob',
  'builds',
  'pipelines',
  'tags',
  'branches',
  'compare',
  'wikis',
  'boards',
  'environments',
  'project_members',
])

/**
 * Parses an address below `projects`. Addresses of GitLab have a `-` after the path of the project; those of release
 * 8.15 do not, so there the first segment after two that names a part ends the path.
 *
 * @example readNamed(['jane', 'website', '-', 'issues', '3']) // { path: 'jane/website', isGroup: false, part: 'issues', rest: ['3'] }
 */
export function readNamed(segments: readonly string[]): Named {
  const isGroup = segments[0] === 'groups'
  const given = isGroup ? segments.slice(1) : segments
  const dash = given.indexOf('-')
  const old = given.findIndex((segment, place) => place >= 2 && oldParts.has(segment))
  const end = dash >= 0 && (old < 0 || dash < old) ? dash : old
  if (end < 0) return { path: given.join('/'), isGroup, part: undefined, rest: [] }
  const [part, ...rest] = given.slice(given[end] === '-' ? end + 1 : end)
  return {
    path: given.slice(0, end).join('/'),
    isGroup,
    part: part === 'builds' ? 'jobs' : part,
    rest,
  }
}
