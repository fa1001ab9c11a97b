import { type HtmlPage, htmlPage } from '../../shared/html-page.ts'
import type { Markup } from '../../shared/markup.ts'
import type { CredentialRecord } from '../../store/models/credential.ts'
import { formToken } from '../access/form-token.ts'
import type { Context } from '../domain/context.ts'

/** What what stands beside the API is given of the world and of the request; the viewer is who has a session. */
export interface WebContext extends Context {
  /** Undefined where nobody is signed in. */
  readonly session: CredentialRecord | undefined
  /** What stands before the paths of the forge: nothing, or a path such as `/forge`. */
  readonly prefix: string
  readonly url: URL
  readonly headers: { get(name: string): string | null }
  /** Those of the query and of the body. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What is answered beside the API. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly file?: { readonly body: string; readonly type: string }
}

/** Undefined where nothing is there. */
export type WebOperation = (context: WebContext) => WebAnswer | undefined

/** A parameter that is a text; undefined where there is none, or an empty one. */
export function textOf(
  parameters: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A page; `formTargets` is where its forms may lead beside this place, undefined where it has none. */
export function page(
  { session }: Pick<WebContext, 'session'>,
  title: string,
  body: Markup,
  { status = 200, formTargets }: { status?: number; formTargets?: readonly string[] } = {},
): WebAnswer {
  const options = { formToken: session && formToken(session.token) }
  const { text, headers }: HtmlPage = htmlPage(title, body, {
    ...options,
    ...(formTargets ? { formTargets } : {}),
  })
  return { status, headers, file: { body: text, type: 'text/html; charset=utf-8' } }
}

export function redirect(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): WebAnswer {
  return { status: 302, headers: { ...headers, Location: location, 'Cache-Control': 'no-store' } }
}
