import type { Context, Hono } from 'hono'
import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import type { Forge } from '../../forge/forge.ts'
import { type TokenHolder, tokenHolders } from '../../forge/token-holders.ts'
import { type Markup, markup } from '../../shared/markup.ts'
import { type ControlAccess, presentsToken } from '../../worlds/control/permission.ts'
import { copyButton, pageResponse } from './page.ts'
import type { ServedEnvironment } from './served-request.ts'

/**
 * Serves the pages for people: at `/` and at the base path of each API to whoever asks for HTML, as browsers do. Others are shown
 * at `/` where the API is; the base path is a matter of the API for them.
 */
export function mountPages(routes: Hono<ServedEnvironment>, access: ControlAccess): void {
  for (const path of ['/', ...Object.values(basePaths).flatMap((path) => [path, `${path}/`])]) {
    routes.get(path, (context, next) => {
      const { world, prefix } = context.env
      const place = {
        origin: new URL(context.req.url).origin,
        prefix,
        showsTokens: presentsToken(context.req.raw, access),
      }
      if (asksForHtml(context)) return startPage(world.forge, place)
      return path === '/' ? context.text(startText(world.forge, place)) : next()
    })
  }
  // Browsers ask for it beside whatever they show: it is no request that anybody means.
  routes.get('/favicon.ico', (context) => context.body(null, 204))
}

function asksForHtml({ req }: Context): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}

/** So many people fit on a page that is read at a glance, and so many more are there to unfold. */
const MAX_SHOWN = 10
const MAX_FOLDED = 190

/** Where a forge is served: at `http://127.0.0.1:8080`, say, below `/w/checkout`. */
interface Place {
  readonly origin: string
  readonly prefix: string
  /** Whether tokens, and who has them, are named to who asks. */
  readonly showsTokens: boolean
}

/** What an API is, in a few words. */
const meanings: Readonly<Record<ApiName, string>> = {
  v4: 'the v4 API of GitLab 18',
  v3: 'the v3 API of GitLab 8.15',
}

/** The page of a forge: what it is, what to try, who is in it. */
function startPage(forge: Forge, place: Place): Response {
  const { origin, prefix, showsTokens } = place
  const address = `${origin}${prefix}`
  const served = forge.apis.map(
    (api) => markup`<li><span class="name">${meanings[api]}</span>
<code class="rest">${address}${basePaths[api]}</code>
<a href="${prefix}${basePaths[api]}/openapi.json" aria-label="openapi.json of ${api}">openapi.json</a></li>`,
  )
  const holders = showsTokens ? tokenHolders(forge.db) : []
  return pageResponse(
    'Forgery',
    markup`<h1>Forgery</h1>
<p>A fake GitLab in memory. Whatever is written here is gone when the server ends, unless that keeps its world in a
file (<code>--data</code>).</p>
<ul class="rows">${served}</ul>
<p><a href="${prefix}/_forge/operations">All operations</a></p>
<h2>Calls to try</h2>
${calls(forge, place, holders[0])}
<h2>Who is in this world</h2>
<p><a href="${prefix}/users/sign_in">Sign in</a></p>
${
  showsTokens
    ? people(holders)
    : markup`<p>This server has a control token, and names nobody without it: send
<code>Authorization: Bearer CONTROL-TOKEN</code>.</p>`
}`,
  )
}

/** The same in three lines, for whoever asks for no HTML, as `curl` does. */
function startText(forge: Forge, place: Place): string {
  const { showsTokens } = place
  const [first] = showsTokens ? suggestions(forge) : generalSuggestions
  const token = showsTokens ? tokenHolders(forge.db)[0]?.token : unknownToken
  const example = first && token ? `, for example:\n${callLine(forge, first, place, token)}` : '.'
  const more = showsTokens
    ? "A browser shows a page here, with everybody's tokens and more calls."
    : 'Whoever sends `Authorization: Bearer CONTROL-TOKEN` is shown whose tokens there are.'
  const served = forge.apis.map(
    (api) => `${meanings[api]} is at ${place.origin}${place.prefix}${basePaths[api]}`,
  )
  return `Forgery, a fake GitLab: ${served.join(', ')}${example}
${more}
`
}

function people(holders: readonly TokenHolder[]): Markup {
  const shown = holders.slice(0, MAX_SHOWN)
  const folded = holders.slice(MAX_SHOWN, MAX_SHOWN + MAX_FOLDED)
  const more = holders.length - shown.length - folded.length
  const others = folded.length > 0 ? foldedRows(folded) : markup``
  const rest = more > 0 ? markup`<p class="dim">and ${more} more</p>` : markup``
  return markup`<p class="dim">A token goes into the header <code>PRIVATE-TOKEN</code> or the parameter
<code>private_token</code>.</p>
${rows(shown)}
${others}
${rest}`
}

function foldedRows(holders: readonly TokenHolder[]): Markup {
  const title = holders.length === 1 ? '1 other' : `${holders.length} others`
  return markup`<details><summary>${title}</summary>
${rows(holders)}</details>`
}

function rows(holders: readonly TokenHolder[]): Markup {
  const items = holders.map(
    ({ username, role, token }) => markup`<li><span class="name">${username}</span>
<span class="role">${role}</span><code class="rest">${token}</code>
${copyButton(token, `the token of ${username}`)}</li>`,
  )
  return markup`<ul class="rows">${items}</ul>`
}

function calls(forge: Forge, place: Place, holder: TokenHolder | undefined): Markup {
  if (place.showsTokens && !holder) return markup`<p>Nobody in this world has a token.</p>`
  const list = (holder ? suggestions(forge) : generalSuggestions).map((suggestion) => {
    const { meaning, method } = suggestion
    const line = callLine(forge, suggestion, place, holder?.token ?? unknownToken)
    const link = holder && method === 'GET' ? linkTo(forge, suggestion, place, holder) : markup``
    return markup`<p>${meaning}${link}</p>
<div class="call"><code>${line}</code>${copyButton(line, 'the call')}</div>`
  })
  return markup`${list}`
}

function linkTo(
  forge: Forge,
  suggestion: Suggestion,
  { prefix }: Place,
  { token }: TokenHolder,
): Markup {
  const path = pathIn(forge, suggestion)
  const separator = path.includes('?') ? '&' : '?'
  const address = `${prefix}${path}${separator}private_token=${encodeURIComponent(token)}`
  return markup` – <a href="${address}">see it here</a>`
}

/** What stands for a token that is not shown. */
const unknownToken = 'TOKEN'

/** The command line of a call. */
function callLine(
  forge: Forge,
  suggestion: Suggestion,
  { origin, prefix }: Place,
  token: string,
): string {
  const { method, form } = suggestion
  const verb = method === 'GET' ? '' : ` -X ${method}`
  const data = form === undefined ? '' : ` -d '${form}'`
  const header = quoted(`PRIVATE-TOKEN: ${token}`)
  return `curl${verb} -H ${header}${data} '${origin}${prefix}${pathIn(forge, suggestion)}'`
}

/** The path of a suggestion in the first API that is served, below the address of the forge. */
function pathIn({ apis: [api = 'v4'] }: Forge, { path }: Suggestion): string {
  return `${basePaths[api]}${typeof path === 'string' ? path : path[api]}`
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

interface Suggestion {
  readonly meaning: string
  readonly method: 'GET' | 'POST'
  /** Below the base path of the API; of each where they differ. */
  readonly path: string | Readonly<Record<ApiName, string>>
  readonly form?: string
}

/** Three calls that work in any world. */
const generalSuggestions: readonly Suggestion[] = [
  { meaning: 'Who am I?', method: 'GET', path: '/user' },
  { meaning: 'Everybody', method: 'GET', path: '/users' },
  { meaning: 'A new project', method: 'POST', path: '/projects', form: 'name=website' },
]

/** Three calls that have something to show in this world. */
function suggestions({ db }: Forge): readonly Suggestion[] {
  const issue = db.issues.all()[0]
  const project = issue ? db.projects.get(issue.project_id) : db.projects.all()[0]
  if (!project) return generalSuggestions
  const path = `/projects/${project.id}/issues`
  return [
    {
      meaning: 'The projects that can be seen',
      method: 'GET',
      path: { v4: '/projects?per_page=5', v3: '/projects/visible?per_page=5' },
    },
    { meaning: `The issues of ${project.name}`, method: 'GET', path },
    { meaning: `A new issue of ${project.name}`, method: 'POST', path, form: 'title=Hello' },
  ]
}
