import type { Hono } from 'hono'
import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import type { Forge } from '../../forge/forge.ts'
import { tokenHolders } from '../../forge/token-holders.ts'
import { type ControlAccess, presentsToken } from '../../worlds/control/permission.ts'
import { asksForHtml } from './console.ts'
import type { ServedEnvironment } from './served-request.ts'

/**
 * Redirects browsers, which ask for HTML, from `/` and from the base path of each API to the console. Other clients get
 * the addresses of the API at `/`; the base path is answered by the API.
 */
export function mountPages(routes: Hono<ServedEnvironment>, access: ControlAccess): void {
  for (const path of ['/', ...Object.values(basePaths).flatMap((path) => [path, `${path}/`])]) {
    routes.get(path, (context, next) => {
      const { world, prefix } = context.env
      if (asksForHtml(context)) return context.redirect(`${prefix}/_forge/`)
      const place = {
        address: `${new URL(context.req.url).origin}${prefix}`,
        showsTokens: presentsToken(context.req.raw, access),
      }
      return path === '/' ? context.text(startText(world.forge, place)) : next()
    })
  }
  // Browsers request it for every page, so it is not reported.
  routes.get('/favicon.ico', (context) => context.body(null, 204))
}

/** The address of a forge, and whether tokens are shown there. */
interface Place {
  /** Such as `http://127.0.0.1:8080`, with or without `/w/checkout`. */
  readonly address: string
  /** Whether the caller is shown tokens and their users. */
  readonly showsTokens: boolean
}

/** A short description of each API. */
const meanings: Readonly<Record<ApiName, string>> = {
  v4: 'the v4 API of GitLab 18',
  v3: 'the v3 API of GitLab 8.15',
}

/** The placeholder of a token that is not shown. */
const unknownToken = 'TOKEN'

/** Describes the forge in three lines, for clients that do not ask for HTML, such as `curl`. */
function startText(forge: Forge, { address, showsTokens }: Place): string {
  const [first = 'v4'] = forge.apis
  const token = showsTokens ? tokenHolders(forge.db)[0]?.token : unknownToken
  const header = quoted(`PRIVATE-TOKEN: ${token}`)
  const example =
    token === undefined
      ? '.'
      : `, for example:\ncurl -H ${header} '${address}${basePaths[first]}${examples[first]}'`
  const more = showsTokens
    ? `A browser shows a console here, with everybody's tokens and what is asked.`
    : 'Whoever sends `Authorization: Bearer CONTROL-TOKEN` is shown whose tokens there are.'
  const served = forge.apis.map((api) => `${meanings[api]} is at ${address}${basePaths[api]}`)
  return `Forgery, a fake GitLab: ${served.join(', ')}${example}
${more}
`
}

/** Describes the control address in the same way. */
export function controlText(address: string, { controlToken }: ControlAccess): string {
  const token = typeof controlToken === 'string' ? `-H 'Authorization: Bearer CONTROL-TOKEN' ` : ''
  return `The control calls of Forgery: ${address}/openapi.json lists them, for example:
curl ${token}'${address}/overview'
A browser shows a console here.
`
}

/** A call of each API that has a result in any world. */
const examples: Readonly<Record<ApiName, string>> = {
  v4: '/projects?per_page=5',
  v3: '/projects/visible?per_page=5',
}

/** Quotes a text as a single word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
