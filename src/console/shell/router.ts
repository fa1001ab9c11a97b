import { signal } from '@preact/signals'
import { prefix, worldUrl } from '../session/place.ts'
import { placeOfWebUrl } from './web-address.ts'

/** The parts of an address that determine the view and its content. */
export interface Address {
  /** The decoded segments below `/_forge/`: the view, then its content. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

const root = `${prefix}/_forge/`

function read(): Address {
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : ''
  const segments = path.split('/').filter((segment) => segment !== '')
  return { segments: segments.map(decode), query: new URLSearchParams(location.search) }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The current address. */
export const address = signal<Address>(read())

/** The parts of an address of the console: the path below `/_forge/`, and an optional query. */
export interface Place {
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the `href` of a place of the console.
 *
 * @example hrefOf({ path: ['requests', 'r1'], query: { status: '500' } }) // '/_forge/requests/r1?status=500'
 */
export function hrefOf({ path, query = {} }: Place): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  const search = new URLSearchParams(given).toString()
  return `${root}${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

/** Returns the `href` for a `web_url`; undefined where the console has no page for it. */
export function hrefOfWebUrl(webUrl: string): string | undefined {
  const path = placeOfWebUrl(webUrl, worldUrl)
  return path && hrefOf({ path })
}

/** Navigates to a place; with `isReplacing` the current history entry is replaced. */
export function go(place: Place, { isReplacing = false } = {}): void {
  const href = hrefOf(place)
  if (href === location.pathname + location.search) return
  if (isReplacing) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  address.value = read()
}

/** Changes the query of the current view: filters are part of the address, so links keep them. */
export function setQuery(values: Readonly<Record<string, string | undefined>>): void {
  const { segments, query } = address.value
  go({ path: segments, query: { ...Object.fromEntries(query), ...values } }, { isReplacing: true })
}

const known = { isView: (_segment: string): boolean => false }

/** Whether the console has a view with a name, so that a link to it works. */
export function hasView(segment: string): boolean {
  return known.isView(segment)
}

/** Follows the browser's history buttons, and links within the console without reloading the page. */
export function followLinks(isView: (segment: string) => boolean): void {
  known.isView = isView
  addEventListener('popstate', () => {
    address.value = read()
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button !== 0 || link.target) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.hasAttribute('download') || link.origin !== location.origin) return
    if (!link.pathname.startsWith(root)) return
    const [view = ''] = link.pathname.slice(root.length).split('/')
    if (!isView(view)) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    address.value = read()
  })
}
