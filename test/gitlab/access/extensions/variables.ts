import type { ExtensionRows } from '../extensions.ts'

const path = { key: 'TOKEN' }

export const rows = {
  listProjectVariables: { who: 'master' },
  createProjectVariable: { who: 'master', parameters: { key: 'NEW', value: 'a' } },
  getProjectVariable: { who: 'master', path },
  updateProjectVariable: { who: 'master', path, parameters: { value: 'b' } },
  deleteProjectVariable: { who: 'master', path },
} satisfies ExtensionRows
