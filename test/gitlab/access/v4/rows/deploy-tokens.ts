import type { RowsOf } from '../row.ts'

const parameters = { name: 'new', scopes: ['read_repository'] }
const ofProject = { who: 'maintainer', path: { token_id: '1' } } as const
const ofGroup = { who: 'owner of the group', path: { token_id: '2' } } as const
const readsOfGroup = {
  ...ofGroup,
  from: 40,
  reason: 'Maintainers of a group read its deploy tokens.',
} as const

export const rows = {
  listDeployTokens: { who: 'administrator' },
  listProjectDeployTokens: ofProject,
  getProjectDeployToken: ofProject,
  createProjectDeployToken: { ...ofProject, parameters },
  deleteProjectDeployToken: ofProject,
  listGroupDeployTokens: readsOfGroup,
  getGroupDeployToken: readsOfGroup,
  createGroupDeployToken: { ...ofGroup, parameters },
  deleteGroupDeployToken: ofGroup,
} satisfies RowsOf<'Deploy tokens'>
