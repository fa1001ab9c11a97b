import type { Context, Hono, MiddlewareHandler } from 'hono'
import { decodeBase64 } from '../../shared/base64.ts'
import type { ServedEnvironment } from './served-request.ts'

const headers = { 'Cache-Control': 'no-cache', 'Content-Type': 'text/plain; charset=utf-8' }
/** What a client asks for first. */
const references = '/info/refs'
const challenge = { 'WWW-Authenticate': 'Basic realm="Forgery"' }

/**
 * Serves `git clone` and `git fetch` of NAMESPACE/PROJECT.git by git's dumb HTTP protocol: private
 * projects with any token as the password, whatever the name. There is no push. NAMESPACE/PROJECT leads there.
 */
export function mountGit(
  routes: Hono<ServedEnvironment>,
  report: MiddlewareHandler<ServedEnvironment>,
): void {
  routes.get('/:path{.+/[^/]+\\.git/.+}', report, (context) => {
    const [project = '', file = ''] = splitAt(context.req.param('path'), '.git/')
    if (context.req.query('service') === 'git-receive-pack') {
      return context.text('Pushing over HTTP is not offered: commit through the API.\n', 403)
    }
    const answer = context.env.world.forge.readGitFile({
      project,
      file,
      ...credentialsOf(context.req.header('authorization')),
    })
    context.set('user', answer.user)
    context.set('isDetail', file !== 'info/refs')
    switch (answer.kind) {
      case 'file': {
        if (typeof answer.body === 'string') return context.body(answer.body, 200, headers)
        const bytes = answer.body.slice().buffer
        return context.body(bytes, 200, { ...headers, 'Content-Type': 'application/octet-stream' })
      }
      case 'unauthorized':
        return context.text('A token is needed as the password.\n', 401, challenge)
      case 'forbidden':
        return context.text('You may not read the code of this project.\n', 403)
      case 'not found':
        return context.text('There is nothing of this name.\n', 404)
    }
  })
  routes.get(`/:path{.+/.+${references}}`, (context, next) => {
    if (!isHandshake(context)) return next()
    const url = new URL(context.req.url)
    url.pathname = `${url.pathname.slice(0, -references.length)}.git${references}`
    return report(context, async () => {
      context.res = context.redirect(url.href, 301)
    })
  })
}

/** What stands before the first of a text, and what behind it. */
function splitAt(path: string, mark: string): [before: string, after: string] {
  const at = path.indexOf(mark)
  return [path.slice(0, at), path.slice(at + mark.length)]
}

/**
 * Whether a request begins a clone by an address without `.git`, which GitLab 8.15 led to the one with it
 * (config/routes/git_http.rb), for projects that are there; here for any, so that it reveals none that is hidden.
 * What else has such a path may mean something else, as below the base path of an API.
 */
function isHandshake({ req }: Context): boolean {
  const { pathname, search } = new URL(req.url)
  if (!pathname.endsWith(references) || pathname.startsWith('/api/')) return false
  return /^(\?service=git-(upload|receive)-pack)?$/.test(search)
}

/** The name and the password of basic authentication; undefined where there are none, or they cannot be read. */
function credentialsOf(authorization: string | undefined): {
  username: string | undefined
  token: string | undefined
} {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded)
  if (!bytes) return { username: undefined, token: undefined }
  const [username, ...password] = new TextDecoder().decode(bytes).split(':')
  return { username, token: password.join(':') }
}
