import type { RowsOf } from '../row.ts'

const one = { who: 'maintainer', path: { domain: 'site.example' } } as const

export const rows = {
  getPages: { who: 'maintainer' },
  updatePages: { who: 'administrator', parameters: { pages_https_only: true } },
  deletePages: { who: 'administrator', writesNothing: true },
  listAllPagesDomains: { who: 'administrator' },
  listPagesDomains: { who: 'maintainer' },
  getPagesDomain: one,
  createPagesDomain: { who: 'maintainer', parameters: { domain: 'new.example' } },
  updatePagesDomain: { ...one, parameters: { auto_ssl_enabled: true } },
  deletePagesDomain: one,
  verifyPagesDomain: one,
  getPagesAccess: { who: 'sees the project' },
} satisfies RowsOf<'Pages'>
