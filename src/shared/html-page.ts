import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase64 } from './base64.ts'
import { Markup, markup } from './markup.ts'

/** The style sheet of all pages: light or dark as the browser prefers, and responsive. */
const style = `
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #f4f5f8; --dim: #5a6372; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a404b; --soft: #20242b; --dim: #a3acba; --accent: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 2rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.dim { color: var(--dim); }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
ul.rows { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
ul.rows > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.name { flex: 0 0 10rem; font-weight: 600; overflow-wrap: anywhere; }
.role { flex: 0 0 8rem; color: var(--dim); }
.rest { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
pre { margin: 1rem 0; padding: .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; font: .9em/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .4rem 0; }
.call { display: flex; gap: .5rem; align-items: start; margin: .5rem 0 1rem; }
.call code { flex: 1; min-width: 0; padding: .5rem .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; }
button { font: inherit; font-size: .85rem; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: 4px; background: var(--soft); color: inherit; cursor: pointer; }
button:hover { border-color: var(--accent); }
.contents { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; list-style: none; margin: 0; padding: 0; }
:is(.filter, label) input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--dim); border-radius: 4px; padding: .25rem .6rem; width: 20rem; max-width: 100%; }
p > label:only-child input { display: block; margin-top: .2rem; }
li:target { background: var(--soft); }
[hidden] { display: none !important; }
.method { flex: 0 0 3.75rem; font: .9em/1.5 ui-monospace, monospace; color: var(--dim); }
.path { flex: 1 1 0; min-width: 0; }
.summary { flex: 1 1 100%; color: var(--dim); font-size: .9rem; }
`

/** A page, with the headers of its response. */
export interface HtmlPage {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

interface HtmlPageOptions {
  /** The page's only script. */
  readonly script?: string
  /** Further origins that its forms may be sent or redirected to (CSP `form-action`). */
  readonly formTargets?: readonly string[]
  /** The CSRF token that the page's scripts send along. */
  readonly formToken?: string | undefined
}

const hashOf = (text: string) => `'sha256-${encodeBase64(sha256(new TextEncoder().encode(text)))}'`

/**
 * Builds a page with a title and a body. Its CSP allows its own script and style alone, and no framing by other sites.
 * The hashes are computed for each page, so that a server that shows none does not compute them at its start.
 *
 * @example
 * htmlPage('Hello', markup`<h1>Hello</h1>`).text // '<!doctype html> …'
 */
export function htmlPage(
  title: string,
  body: Markup,
  { script, formTargets, formToken }: HtmlPageOptions = {},
): HtmlPage {
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${formToken && markup`<meta name="csrf-token" content="${formToken}">`}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
${body}
${script && markup`<script>${new Markup(script)}</script>`}
</body>
</html>
`
  return {
    text,
    headers: {
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src ${hashOf(style)}`,
        `script-src ${script ? hashOf(script) : "'none'"}`,
        "img-src 'self' data:",
        "base-uri 'none'",
        `form-action ${formTargets ? ["'self'", ...formTargets].join(' ') : "'none'"}`,
        "frame-ancestors 'none'",
      ].join('; '),
      // Forms send their origin, which the sign-in checks; other origins get no referrer.
      'Referrer-Policy': formTargets ? 'same-origin' : 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  }
}
