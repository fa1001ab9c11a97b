import { type Markup, markup } from '../../../shared/markup.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Page } from '../../../store/page.ts'
import { formToken } from '../../access/form-token.ts'
import { page, type WebAnswer, type WebContext } from '../web-request.ts'

/** A value on a page: a text, or a link to another page. */
export type Shown = string | number | Markup | null | undefined

/** The page of a record, or of a list of records. */
export interface RecordPage {
  /** The kind of the record: `Issue #3`. */
  readonly kind: string
  readonly title: string
  /** The links to the pages above it, outermost first. */
  readonly above?: readonly Markup[]
  /** The fields by label; null and undefined are omitted. */
  readonly fields?: Readonly<Record<string, Shown>>
  /** A longer text, unformatted. */
  readonly text?: string | null | undefined
  /** The lists by label; empty ones are omitted. */
  readonly lists?: Readonly<Record<string, ShownList>>
}

/** The number of a list's entries, and the first ones of them. */
export interface ShownList {
  readonly count: number
  readonly first: readonly Markup[]
}

/** The maximum number of entries shown of a list; the API has the others. */
const MAX_ENTRIES = 100

/** Returns the shown part of a list. Only shown entries are rendered, since a list can have many thousands. */
export function shownList<T>(entries: readonly T[], show: (entry: T) => Markup): ShownList {
  return { count: entries.length, first: entries.slice(0, MAX_ENTRIES).map(show) }
}

/** Returns the shown part of a paginated list. */
export function shownPage<T>({ total, page }: Page<T>, show: (entry: T) => Markup): ShownList {
  return { count: total, first: page(0, MAX_ENTRIES).map(show) }
}

export function recordPage(
  context: WebContext,
  { kind, title, above = [], fields = {}, text, lists = {} }: RecordPage,
): WebAnswer {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  const rows = shown.map(
    ([name, value]) =>
      markup`<li><span class="name">${name}</span><span class="rest">${value ?? ''}</span></li>`,
  )
  const steps = above.map((link) => markup`${link} / `)
  const body = markup`<header>${signedIn(context)}${linkToConsole(context)}</header>
<p class="dim">${steps}${kind}</p>
<h1>${title}</h1>
${rows.length > 0 ? markup`<ul class="rows">${rows}</ul>` : undefined}
${text ? markup`<pre>${text}</pre>` : undefined}
${Object.entries(lists).map(([name, list]) => listOf(name, list))}`
  return page(context, `${title} · ${kind}`, body, { formTargets: [] })
}

function listOf(name: string, { count, first }: ShownList): Markup | undefined {
  if (count === 0) return undefined
  const more = count - first.length
  const rows = first.map((entry) => markup`<li>${entry}</li>`)
  return markup`<h2>${name}</h2><ul class="rows">${rows}</ul>
${more > 0 ? markup`<p class="dim">and ${more} more</p>` : undefined}`
}

function linkToConsole(context: WebContext): Markup | undefined {
  const place = placeInConsole(context)
  if (place === undefined) return undefined
  return markup`<p class="dim">${link(context, place, 'Open in the console')}</p>`
}

/** Returns the path in the console for the requested page; undefined where the server has no console. */
export function placeInConsole({ headers, prefix, url }: WebContext): string | undefined {
  if (!headers.get('x-forgery-console')) return undefined
  const stepsBefore = prefix.split('/').length - 1
  const path = url.pathname.split('/').filter(Boolean).slice(stepsBefore).join('/')
  return `/_forge/projects/${path}${url.search}`
}

/** Returns the current user with a button to sign out, or a link to sign in. */
function signedIn({ viewer, session, prefix, url }: WebContext): Markup {
  if (!viewer.user) {
    const target = encodeURIComponent(`${url.pathname}${url.search}`)
    return markup`<p class="dim"><a href="${prefix}/users/sign_in?return_to=${target}">Sign in</a></p>`
  }
  const token = formToken(session?.token ?? '')
  return markup`<form method="post" action="${prefix}/users/sign_out"><p class="dim">${viewer.user.username}
<input type="hidden" name="authenticity_token" value="${token}"><button type="submit">Sign out</button></p></form>`
}

/** Returns the error page, which is the same for missing and hidden records. */
export function missingPage(context: WebContext): WebAnswer {
  const body = markup`<header>${signedIn(context)}${linkToConsole(context)}</header>
<h1>404</h1><p>This page does not exist, or you do not have permission to view it.</p>`
  return page(context, 'Not Found', body, { status: 404, formTargets: [] })
}

/** Returns a link to a path below the prefix of the forge. */
export function link(
  { addresses }: Pick<WebContext, 'addresses'>,
  path: string,
  text: string,
): Markup {
  return markup`<a href="${new URL(addresses.origin).pathname.replace(/\/$/, '')}${path}">${text}</a>`
}

/** Returns a link to the page of a user. */
export function userLink(context: WebContext, user: UserRecord | undefined): Markup | undefined {
  return user && link(context, `/${user.username}`, user.name)
}

/** Escapes a path for a URL. */
export function escapedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
