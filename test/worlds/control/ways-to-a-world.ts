/** How a request names the world `checkout`: in words, the path before that of the API, the headers. */
export const waysToCheckout: readonly (readonly [string, string, Record<string, string>])[] = [
  ['the path', '/w/checkout', {}],
  ['the header', '', { 'x-forge-world': 'checkout' }],
  ['the cookie', '', { cookie: 'theme=dark; forge_world=checkout; last=1' }],
  ['the path before the header', '/w/checkout', { 'x-forge-world': 'other' }],
  ['the header before the cookie', '', { 'x-forge-world': 'checkout', cookie: 'forge_world=b' }],
  ['the path, with slashes too many', '/w//checkout/', {}],
]
