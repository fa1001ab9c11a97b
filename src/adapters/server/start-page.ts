import type { Hono } from 'hono'
import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import type { Forge } from '../../forge/forge.ts'
import { tokenHolders } from '../../forge/token-holders.ts'
import { type ControlAccess, presentsToken } from '../../worlds/control/permission.ts'
import { asksForHtml } from './console.ts'
import type { ServedEnvironment } from './served-request.ts'

/**
 * Leads browsers, who ask for HTML, from `/` and from the base path of each API to the console. Others learn at `/` where
 * the API is; the base path is a matter of the API for them.
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
  // Browsers ask for it beside whatever they show: it is no request that anybody means.
  routes.get('/favicon.ico', (context) => context.body(null, 204))
}

/** Where a forge is served. */
interface Place {
  /** `http://127.0.0.1:8080`, say, or that and `/w/checkout`. */
  readonly address: string
  /** Whether tokens, and who has them, are named to who asks. */
  readonly showsTokens: boolean
}

/** What an API is, in a few words. */
const meanings: Readonly<Record<ApiName, string>> = {
  v4: 'the v4 API of GitLab 18',
  v3: 'the v3 API of GitLab 8.15',
}

/** What stands for a token that is not shown. */
const unknownToken = 'TOKEN'

/** What this is, in three lines, for whoever asks for no HTML, as `curl` does. */
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

/** The same of what the forge is controlled by. */
export function controlText(address: string, { controlToken }: ControlAccess): string {
  const token = typeof controlToken === 'string' ? `-H 'Authorization: Bearer CONTROL-TOKEN' ` : ''
  return `The control calls of Forgery: ${address}/openapi.json lists them, for example:
curl ${token}'${address}/overview'
A browser shows a console here.
`
}

/** A call that has something to show in any world. */
const examples: Readonly<Record<ApiName, string>> = {
  v4: '/projects?per_page=5',
  v3: '/projects/visible?per_page=5',
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
