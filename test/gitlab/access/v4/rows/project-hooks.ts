import type { RowsOf } from '../row.ts'

const path = { hook_id: '2' }
const pair = { ...path, key: 'stage' }
/** What comes of it is written later. */
const writesNothing = true

export const rows = {
  listProjectHooks: { who: 'maintainer' },
  getProjectHook: { who: 'maintainer', path },
  createProjectHook: { who: 'maintainer', parameters: { url: 'http://127.0.0.1:9/new' } },
  updateProjectHook: { who: 'maintainer', path, parameters: { name: 'Changed' } },
  deleteProjectHook: { who: 'maintainer', path },
  testProjectHook: { who: 'maintainer', path: { ...path, trigger: 'push_events' }, writesNothing },
  setUrlVariableOfProjectHook: { who: 'maintainer', path: pair, parameters: { value: 'new' } },
  deleteUrlVariableOfProjectHook: { who: 'maintainer', path: pair },
  setCustomHeaderOfProjectHook: { who: 'maintainer', path: pair, parameters: { value: 'new' } },
  deleteCustomHeaderOfProjectHook: { who: 'maintainer', path: pair },
  listHookDeliveries: { who: 'maintainer', path },
  /** Nothing was sent. */
  resendHookDelivery: { who: 'maintainer', path: { ...path, hook_log_id: '1' }, answered: 404 },
} satisfies RowsOf<'Project hooks'>
