import type { RowsOf } from '../row.ts'

export const rows = {
  listDockerfiles: { who: 'everyone' },
  getDockerfile: { who: 'everyone', path: { key: 'Node' } },
  listGitignores: { who: 'everyone' },
  getGitignore: { who: 'everyone', path: { key: 'Node' } },
  listCiConfigurations: { who: 'everyone' },
  getCiConfiguration: { who: 'everyone', path: { key: 'Nodejs' } },
  listLicenses: { who: 'everyone' },
  getLicense: { who: 'everyone', path: { key: 'mit' } },
  listProjectTemplates: { who: 'reads the code', path: { type: 'gitignores' } },
  getProjectTemplate: { who: 'reads the code', path: { type: 'gitignores', name: 'Node' } },
} satisfies RowsOf<'Templates'>
