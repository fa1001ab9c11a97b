import type { RowsOf } from '../row.ts'

const ofProject = { who: 'maintainer', path: { slug: 'mattermost-slash-commands' } } as const
const ofGroup = { who: 'owner of the group', path: { slug: 'asana' } } as const

export const rows = {
  listProjectIntegrations: { who: 'maintainer' },
  getProjectIntegration: ofProject,
  setProjectIntegration: { ...ofProject, parameters: { token: 'b' } },
  deleteProjectIntegration: ofProject,
  triggerSlashCommand: {
    who: 'everyone',
    path: { id: '1' },
    parameters: { token: 'of-chat' },
    answered: 200,
    reason: 'The token of the integration says who asks.',
  },
  listGroupIntegrations: { who: 'owner of the group' },
  getGroupIntegration: ofGroup,
  setGroupIntegration: { ...ofGroup, parameters: { api_key: 'b' } },
  deleteGroupIntegration: ofGroup,
} satisfies RowsOf<'Integrations'>
