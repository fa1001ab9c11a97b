import type { OperationTag } from '../../contract/generated/contract.ts'

/** Written as an object, so that the compiler finds a resource that is missing. */
const all: Readonly<Record<OperationTag, true>> = {
  'Application settings': true,
  Branches: true,
  Builds: true,
  'Commit statuses': true,
  Commits: true,
  Deployments: true,
  'E-mails': true,
  Files: true,
  Groups: true,
  Issues: true,
  Members: true,
  'Merge requests': true,
  Notes: true,
  'Notification settings': true,
  Projects: true,
  Repositories: true,
  Snippets: true,
  'SSH keys': true,
  'System hooks': true,
  Tags: true,
  Users: true,
}

function isResource(name: string): name is OperationTag {
  return name in all
}

/** The resources of the contract, by name. */
export const resources: readonly OperationTag[] = Object.keys(all).filter(isResource)
