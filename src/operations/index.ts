import type { OperationTag } from '../contract/generated/contract.ts'
import { applicationSettings } from './application-settings.ts'
import { emails } from './emails.ts'
import { groups } from './groups.ts'
import { members } from './members.ts'
import { notificationSettings } from './notification-settings.ts'
import type { OperationsOf } from './operation.ts'
import { projects } from './projects.ts'
import { sshKeys } from './ssh-keys.ts'
import { systemHooks } from './system-hooks.ts'
import { users } from './users.ts'

/** Every operation of the contract, by its id; one that is missing does not compile. */
export const operations: OperationsOf<OperationTag> = {
  ...applicationSettings,
  ...emails,
  ...projects,
  ...notificationSettings,
  ...groups,
  ...members,
  ...sshKeys,
  ...systemHooks,
  ...users,
}
