import type { ExtensionRows } from '../extensions.ts'

const path = { service: 'mattermost-slash-commands' }

export const rows = {
  getService: { who: 'master', path },
  setService: { who: 'master', path, parameters: { token: 'b' } },
  deleteService: { who: 'master', path },
  triggerSlashCommand: {
    who: 'signed in',
    beyond: 'everyone',
    path: { id: '1' },
    parameters: { token: 'of-chat' },
    answered: 200,
    reason: 'The token of the service says who asks.',
    writesNothing: true,
  },
} satisfies ExtensionRows
