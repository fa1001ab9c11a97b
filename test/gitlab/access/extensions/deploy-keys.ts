import type { ExtensionRows } from '../extensions.ts'

const key = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEABA=='

export const rows = {
  listDeployKeys: { who: 'administrator' },
  listProjectDeployKeys: { who: 'master' },
  createProjectDeployKey: { who: 'master', parameters: { title: 'New', key } },
  getProjectDeployKey: { who: 'master' },
  deleteProjectDeployKey: { who: 'master' },
  enableDeployKey: { who: 'master', path: { key_id: '2' } },
  disableDeployKey: { who: 'master' },
} satisfies ExtensionRows
