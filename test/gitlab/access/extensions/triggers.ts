import type { ExtensionRows } from '../extensions.ts'

const path = { token: 'glptt-olga' }

export const rows = {
  listTriggers: { who: 'master' },
  createTrigger: { who: 'master' },
  getTrigger: { who: 'master', path },
  deleteTrigger: { who: 'master', path },
} satisfies ExtensionRows
