import type { RowsOf } from '../row.ts'

const key = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEABA=='

export const rows = {
  listDeployKeys: { who: 'administrator' },
  createDeployKey: { who: 'administrator', parameters: { title: 'New', key } },
  listProjectDeployKeys: { who: 'maintainer' },
  getProjectDeployKey: { who: 'maintainer' },
  createProjectDeployKey: { who: 'maintainer', parameters: { title: 'New', key } },
  updateProjectDeployKey: { who: 'maintainer', parameters: { can_push: true } },
  deleteProjectDeployKey: { who: 'maintainer' },
  enableDeployKey: { who: 'maintainer', path: { key_id: '2' } },
  listDeployKeysInCommon: { who: 'signed in', path: { id: '11' }, answered: 403 },
} satisfies RowsOf<'Deploy keys'>
