import type { ExtensionRows } from '../extensions.ts'

const path = { hook_id: '2' }
const parameters = { url: 'http://127.0.0.1:9/new' }

export const rows = {
  listProjectHooks: { who: 'master' },
  getProjectHook: { who: 'master', path },
  createProjectHook: { who: 'master', parameters },
  updateProjectHook: { who: 'master', path, parameters },
  deleteProjectHook: { who: 'master', path },
} satisfies ExtensionRows
