import type { OperationTag } from '../../contract/operation-contract.ts'

/** The resources of the specification, by name; what stands under schemas/v3/paths/extensions/ is not judged. */
export const resources: readonly OperationTag[] = [
  'Application settings',
  'Branches',
  'Builds',
  'Commit statuses',
  'Commits',
  'Deployments',
  'E-mails',
  'Files',
  'Groups',
  'Issues',
  'Members',
  'Merge requests',
  'Notes',
  'Notification settings',
  'Projects',
  'Repositories',
  'Snippets',
  'SSH keys',
  'System hooks',
  'Tags',
  'Users',
]
