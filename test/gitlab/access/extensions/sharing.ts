import type { ExtensionRows } from '../extensions.ts'

const file = new File(['a'], 'a.txt')

export const rows = {
  forkProject: { who: 'comments on the code', refusesExternal: true },
  addForkRelation: { who: 'administrator', path: { forked_from_id: '3' } },
  removeForkRelation: { who: 'owner of the project', answered: 304 },
  shareProject: { who: 'master', parameters: { group_id: 51, group_access: 20 } },
  unshareProject: { who: 'master', path: { group_id: '50' }, answered: 404 },
  listNamespaces: { who: 'signed in' },
  uploadFile: { who: 'takes part', parameters: { file } },
} satisfies ExtensionRows
