/** The headers of a page of a list (`components.headers` in schemas/v3/openapi.yaml). */
export const pageHeaderNames = [
  'Link',
  'X-Total',
  'X-Total-Pages',
  'X-Per-Page',
  'X-Page',
  'X-Next-Page',
  'X-Prev-Page',
] as const
