import type { OperationTag } from '../contract/generated/contract.ts'
import { emails } from './emails.ts'
import type { OperationsOf } from './operation.ts'
import { projects } from './projects.ts'
import { sshKeys } from './ssh-keys.ts'
import { users } from './users.ts'

/** Every operation of the contract, by its id; one that is missing does not compile. */
export const operations: OperationsOf<OperationTag> = {
  ...emails,
  ...projects,
  ...sshKeys,
  ...users,
}
