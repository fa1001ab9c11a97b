import { type HtmlPage, htmlPage } from '../../shared/html-page.ts'
import type { Markup } from '../../shared/markup.ts'
import type { CredentialRecord } from '../../store/models/credential.ts'
import { formToken } from '../access/form-token.ts'
import type { Context } from '../domain/context.ts'

/** The context of a request outside the API, whose viewer is the user of the session. */
export interface WebContext extends Context {
  /** The session; undefined where nobody is signed in. */
  readonly session: CredentialRecord | undefined
  /** The prefix of the forge's paths: empty, or a path such as `/forge`. */
  readonly prefix: string
  readonly url: URL
  readonly headers: { get(name: string): string | null }
  /** The parameters of the query and of the body. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The response to a request outside the API. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly file?: { readonly body: string; readonly type: string }
}

/** The handler of a request outside the API; it returns undefined where nothing is found. */
export type WebOperation = (context: WebContext) => WebAnswer | undefined

/** Returns a parameter that is a text; undefined where it is missing or empty. */
export function textOf(
  parameters: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a page; `formTargets` are the further targets of its forms, undefined where it has no forms. */
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
