import type { OperationTag } from '../../../contract/generated/v3/contract.ts'
import type { OperationContract } from '../../../contract/operation-contract.ts'
import { loadOnce } from '../../../shared/part-on-demand.ts'
import type { OperationsOf } from '../operation.ts'

type Groups = { readonly [Tag in OperationTag]: () => Promise<OperationsOf<Tag>> }

/** Every operation of the contract, by its tag and its id; one that is missing does not compile. */
const groups: Groups = {
  'Application settings': async () =>
    (await import('./application-settings.ts')).applicationSettings,
  Branches: async () => (await import('./branches.ts')).branches,
  Builds: async () => (await import('./builds.ts')).builds,
  'Commit statuses': async () => (await import('./commit-statuses.ts')).commitStatuses,
  Commits: async () => (await import('./commits.ts')).commits,
  Deployments: async () => (await import('./deployments.ts')).deployments,
  'E-mails': async () => (await import('./emails.ts')).emails,
  Files: async () => (await import('./files.ts')).files,
  Groups: async () => (await import('./groups.ts')).groups,
  Issues: async () => (await import('./issues.ts')).issues,
  Members: async () => (await import('./members.ts')).members,
  'Merge requests': async () => (await import('./merge-requests.ts')).mergeRequests,
  Notes: async () => (await import('./notes.ts')).notes,
  'Notification settings': async () =>
    (await import('./notification-settings.ts')).notificationSettings,
  Projects: async () => (await import('./projects.ts')).projects,
  Repositories: async () => (await import('./repositories.ts')).repositories,
  Snippets: async () => (await import('./snippets.ts')).snippets,
  'SSH keys': async () => (await import('./ssh-keys.ts')).sshKeys,
  'System hooks': async () => (await import('./system-hooks.ts')).systemHooks,
  Tags: async () => (await import('./tags.ts')).tags,
  Users: async () => (await import('./users.ts')).users,
}

type AnyOperation = (context: object, parameters: object) => unknown

/** The operations that are loaded, for the pipeline: their types are checked where they are written. */
const loaded = new Map<string, AnyOperation>()

export const isLoaded = ({ id }: OperationContract): boolean => loaded.has(id)

const loads = new Map<OperationTag, () => Promise<void>>()

/** Loads the operations with the tag of one. A suite or a server asks for few of them. */
export function loadOperations({ tag }: OperationContract): Promise<void> {
  const load = loads.get(tag) ?? loadOnce(() => loadGroup(tag))
  loads.set(tag, load)
  return load()
}

async function loadGroup(tag: OperationTag): Promise<void> {
  const operations: object = await groups[tag]()
  for (const [id, operation] of Object.entries(operations)) loaded.set(id, operation)
}

/** @throws Error before `loadOperations`. */
export function loadedOperation({ id }: OperationContract): AnyOperation {
  const operation = loaded.get(id)
  if (!operation) throw new Error(`The operation ${id} is not loaded.`)
  return operation
}
