import type { Context, Hono } from 'hono'
import { markup } from '../../shared/markup.ts'
import type { PlacedEnvironment } from './served-request.ts'

/**
 * Serves the console to browsers below `/_forge/`: one page, which shows the view that its address names, and the
 * code and the style of it. Others, who do not ask for HTML, reach the control calls at the same addresses.
 */
export function mountConsole(routes: Hono<PlacedEnvironment>): void {
  routes.get('/_forge/assets/:name', async (context) => {
    const { files } = await loadAssets()
    const file = files[context.req.param('name')]
    if (file === undefined) return context.json({ message: '404 Not Found' }, 404)
    return context.body(file.text, 200, {
      'Content-Type': file.type,
      // The name says which content it is.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    })
  })
  for (const path of ['/_forge', '/_forge/*']) {
    routes.get(path, (context, next) => (asksForHtml(context) ? consolePage(context) : next()))
  }
}

/** Whether HTML is asked for, as browsers do for what they show. */
export function asksForHtml({ req }: Context): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}

/** What browsers may do with the page, beside what it is: it reaches nothing but its own server. */
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
  // The form that signs in says where it comes from, and no other place hears of it.
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

/** The console itself is loaded when somebody first opens it. */
async function loadAssets() {
  const { console } = await import('./generated/console.ts')
  return console
}
