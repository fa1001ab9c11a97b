import { isUrl } from '../shared/is-url.ts'
/** The path prefix of each API, relative to the URL of the forge; the current API first. */
export const basePaths = { v4: '/api/v4', v3: '/api/v3' } as const

/** An API that Forgery speaks: `'v4'` or `'v3'`. */
export type ApiName = keyof typeof basePaths

/** A path, split at the base path of an API. */
export interface ApiPath {
  readonly api: ApiName
  /** The part before the base path of the API: the base path of the forge, or empty. */
  readonly before: string
  /** The part after it; empty at the base path itself. */
  readonly below: string
}

const anyBasePath = Object.values(basePaths).join('|')
const apiPath = new RegExp(`(?:${anyBasePath})(?=/|$)`)
const trailingBasePath = new RegExp(`(?:${anyBasePath})?/?$`)

/**
 * Finds the API that a path belongs to; undefined where it belongs to none.
 *
 * @example readApiPath('/forge/api/v3/user') // { api: 'v3', before: '/forge', below: '/user' }
 */
export function readApiPath(pathname: string): ApiPath | undefined {
  const found = apiPath.exec(pathname)
  if (!found) return undefined
  const [basePath] = found
  const api = apiNames.find((name) => basePaths[name] === basePath)
  if (!api) return undefined
  const before = pathname.slice(0, found.index)
  return { api, before, below: pathname.slice(found.index + basePath.length) }
}

/**
 * Finds the API whose base path a URL ends with; undefined where it ends with none.
 *
 * @example apiOfUrl('https://host/sub/api/v4/') // 'v4'
 */
export function apiOfUrl(url: string): ApiName | undefined {
  const path = isUrl(url) ? readApiPath(new URL(url).pathname) : undefined
  return path && /^\/?$/.test(path.below) ? path.api : undefined
}

export const apiNames = Object.keys(basePaths) as readonly ApiName[]

/** Removes the base path of an API and a slash from the end of a URL or a path. */
export function withoutBasePath(url: string): string {
  return url.replace(trailingBasePath, '')
}

/**
 * Reads the URL of a forge. The base path of an API and a slash at the end are ignored. Undefined where the text is not
 * an http or https URL, or has a query, a fragment or credentials. A path alone is resolved against `relativeTo`.
 *
 * @example readBaseUrl('https://host/sub/api/v3/') // 'https://host/sub'
 */
export function readBaseUrl(text: string, relativeTo?: string): string | undefined {
  if (!isUrl(text, relativeTo)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text, relativeTo)
  const isHttp = protocol === 'http:' || protocol === 'https:'
  if (!isHttp || search + hash + username + password !== '') return undefined
  return `${origin}${withoutBasePath(pathname)}`
}
