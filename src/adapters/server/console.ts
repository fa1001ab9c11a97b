import type { Context, Hono } from 'hono'
import { markup } from '../../shared/markup.ts'
import type { PlacedEnvironment } from './served-request.ts'

/**
 * Serves the console to browsers below `/_forge/`: a single page, which shows the view of its address, with its scripts
 * and styles. Clients that do not ask for HTML reach the control calls at the same addresses.
 */
export function mountConsole(routes: Hono<PlacedEnvironment>): void {
  routes.get('/_forge/assets/:name', async (context) => {
    const { files } = await loadAssets()
    const file = files[context.req.param('name')]
    if (file === undefined) return context.json({ message: '404 Not Found' }, 404)
    return context.body(file.text, 200, {
      'Content-Type': file.type,
      // The name contains a hash of the content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    })
  })
  for (const path of ['/_forge', '/_forge/*']) {
    routes.get(path, (context, next) => (asksForHtml(context) ? consolePage(context) : next()))
  }
}

/** Whether a request asks for HTML, as browsers do for pages. */
export function asksForHtml({ req }: Context): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}

/** The security headers of the page: it can only reach its own server. */
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The sign-in form sends its origin; other sites get no referrer.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
}

async function consolePage(context: Context<PlacedEnvironment>): Promise<Response> {
  const { base, prefix } = context.env
  const { page } = await loadAssets()
  const at = (name: string) => `${prefix}/_forge/assets/${name}`
  const { text } = markup`<!doctype html>
<html lang="en" data-prefix="${prefix}" data-server="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Forgery</title>
<link rel="icon" href="data:,">
<script src="${at(page.theme)}"></script>
<link rel="stylesheet" href="${at(page.style)}">
<script type="module" src="${at(page.main)}"></script>
${page.preloaded.map((name) => markup`<link rel="modulepreload" href="${at(name)}">`)}
</head>
<body>
<div id="console"></div>
<noscript>The console is a program of your browser, which runs none here. <code>curl</code> shows at the address of
this server where the APIs are.</noscript>
</body>
</html>
`
  return context.html(text, 200, pageHeaders)
}

/** Loads the console on first use. */
async function loadAssets() {
  const { console } = await import('./generated/console.ts')
  return console
}
