import type {
  BranchAccessLevel,
  ProtectedBranch,
  ProtectedTag,
} from '../../../contract/generated/v4/contract.ts'
import type { ProtectedBranchRecord } from '../../../store/models/protected-branch.ts'
import type { ProtectedTagRecord } from '../../../store/models/protected-tag.ts'
import { protectedLevel } from '../../access/protection.ts'

export function protectedBranch(protection: ProtectedBranchRecord): ProtectedBranch {
  const { id, name, allow_force_push } = protection
  return {
    id,
    name,
    push_access_levels: [accessLevel(id, protectedLevel(protection, 'push'))],
    merge_access_levels: [accessLevel(id, protectedLevel(protection, 'merge'))],
    allow_force_push,
    unprotect_access_levels: [],
    code_owner_approval_required: false,
  }
}

export function protectedTag({ id, name, create_access_level }: ProtectedTagRecord): ProtectedTag {
  return { name, create_access_levels: [accessLevel(id, create_access_level)] }
}

/** Returns the only access level of its kind in a protection, with the id of the protection. */
function accessLevel(id: number, level: BranchAccessLevel['access_level']): BranchAccessLevel {
  return { id, access_level: level, access_level_description: descriptions[level] }
}

const descriptions = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Instance admins',
} as const
