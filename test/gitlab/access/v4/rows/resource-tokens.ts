import type { RowsOf } from '../row.ts'

const project = {
  who: 'maintainer',
  refusal: 401,
  reason: 'Maintainers have to do with the tokens of a project; others get a 401.',
} as const

const group = {
  who: 'owner of the group',
  refusal: 401,
  reason: 'Owners have to do with the tokens of a group; others get a 401.',
} as const

const parameters = { name: 'new', scopes: ['api'], access_level: 10 }
const ofProject = { ...project, path: { token_id: '17' } } as const
const ofGroup = { ...group, path: { token_id: '18' } } as const

export const rows = {
  listProjectAccessTokens: project,
  getProjectAccessToken: ofProject,
  createProjectAccessToken: { ...project, refusal: 400, parameters },
  rotateProjectAccessToken: ofProject,
  rotateOwnProjectAccessToken: { who: 'takes part', answered: 405, writesNothing: true },
  deleteProjectAccessToken: { ...ofProject, refusal: 400 },
  listGroupAccessTokens: group,
  getGroupAccessToken: ofGroup,
  createGroupAccessToken: { ...group, refusal: 400, parameters },
  rotateGroupAccessToken: ofGroup,
  rotateOwnGroupAccessToken: {
    who: 'sees the group',
    beyond: 'signed in',
    answered: 405,
    writesNothing: true,
  },
  deleteGroupAccessToken: { ...ofGroup, refusal: 400 },
} satisfies RowsOf<'Resource tokens'>
