import type { OperationTag } from '../contract/generated/contract.ts'
import { branches } from './branches.ts'
import { commits } from './commits.ts'
import { emails } from './emails.ts'
import { files } from './files.ts'
import type { OperationsOf } from './operation.ts'
import { repositories } from './repositories.ts'
import { sshKeys } from './ssh-keys.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** Every operation of the contract, by its id; one that is missing does not compile. */
export const operations: OperationsOf<OperationTag> = {
  ...branches,
  ...commits,
  ...emails,
  ...files,
  ...repositories,
  ...sshKeys,
  ...tags,
  ...users,
}
