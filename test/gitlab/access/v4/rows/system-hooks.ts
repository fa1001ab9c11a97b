import type { RowsOf } from '../row.ts'

const path = { hook_id: '1' }
const pair = { ...path, key: 'stage' }

export const rows = {
  listSystemHooks: { who: 'administrator' },
  getSystemHook: { who: 'administrator', path },
  createSystemHook: { who: 'administrator', parameters: { url: 'http://127.0.0.1:9/new' } },
  updateSystemHook: { who: 'administrator', path, parameters: { name: 'Changed' } },
  testSystemHook: { who: 'administrator', path, writesNothing: true },
  deleteSystemHook: { who: 'administrator', path },
  setUrlVariableOfSystemHook: { who: 'administrator', path: pair, parameters: { value: 'new' } },
  deleteUrlVariableOfSystemHook: { who: 'administrator', path: pair },
  setCustomHeaderOfSystemHook: { who: 'administrator', path: pair, parameters: { value: 'new' } },
  deleteCustomHeaderOfSystemHook: { who: 'administrator', path: pair },
} satisfies RowsOf<'System hooks'>
