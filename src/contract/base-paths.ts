import { isUrl } from '../shared/is-url.ts'
/** What stands before the paths of each API, below the address that the forge is reached under; today's first. */
export const basePaths = { v4: '/api/v4', v3: '/api/v3' } as const

/** An API that Forgery speaks: `'v4'` or `'v3'`. */
export type ApiName = keyof typeof basePaths

/** A path as one of an API. */
export interface ApiPath {
  readonly api: ApiName
  /** What stands before the base path of the API: the base path of the forge, or nothing. */
  readonly before: string
  /** What stands below it; empty at the base path itself. */
  readonly below: string
}

const anyBasePath = Object.values(basePaths).join('|')
const apiPath = new RegExp(`(?:${anyBasePath})(?=/|$)`)
const trailingBasePath = new RegExp(`(?:${anyBasePath})?/?$`)

/**
 * Reads which API a path belongs to; undefined for one of none.
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
 * The API whose base path a URL ends in; undefined for a URL that says none.
 *
 * @example apiOfUrl('https://host/sub/api/v4/') // 'v4'
 */
export function apiOfUrl(url: string): ApiName | undefined {
  const path = isUrl(url) ? readApiPath(new URL(url).pathname) : undefined
  return path && /^\/?$/.test(path.below) ? path.api : undefined
}

export const apiNames = Object.keys(basePaths) as readonly ApiName[]

/** A URL or a path without the base path of an API at its end, and without a slash there. */
export function withoutBasePath(url: string): string {
  return url.replace(trailingBasePath, '')
}

/**
 * Reads where a forge is: its address with the base path of an API, with a slash at the end or without
 * either means the same. Undefined where the text is no http or https address, or has a query, a
 * fragment or credentials; `relativeTo` is what a path alone is read by.
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
