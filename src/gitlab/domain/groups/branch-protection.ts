import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { newerSetting } from '../newer-settings.ts'

/** The protection of new default branches, in full. */
export type BranchProtection = NonNullable<
  NamespaceRecord['settings']['default_branch_protection_defaults']
>

/** Returns the full form of a `default_branch_protection` level (`BranchProtection` of the service). */
export function branchProtection(level: number): BranchProtection {
  return protections[level] ?? fully
}

const FULL_LEVEL = 2
const DEVELOPER = 30
const maintainers = [{ access_level: 40 }]
const developers = [{ access_level: DEVELOPER }]
const fully: BranchProtection = {
  allowed_to_push: maintainers,
  allow_force_push: false,
  allowed_to_merge: maintainers,
  developer_can_initial_push: false,
}
const protections: readonly BranchProtection[] = [
  { ...fully, allowed_to_push: developers, allow_force_push: true, allowed_to_merge: developers },
  { ...fully, allowed_to_push: developers },
  fully,
  { ...fully, allowed_to_merge: developers },
  { ...fully, developer_can_initial_push: true, code_owner_approval_required: false },
]

/**
 * Returns the protection of a project's first branch: that of its group, else that of the instance. A group whose level
 * is the default one counts as a group without a level.
 */
export function firstBranchProtection(
  context: Pick<SystemContext, 'store' | 'settings'>,
  project: ProjectRecord,
): BranchProtection {
  const { settings } = context
  const { kind, settings: own } = namespaceOf(context, project)
  const { default_branch_protection_defaults: given, default_branch_protection: level } = own
  if (kind === 'group' && given) return given
  if (kind === 'group' && level !== FULL_LEVEL) return branchProtection(level)
  return settings.default_branch_protection === FULL_LEVEL
    ? newerSetting(settings, 'default_branch_protection_defaults')
    : branchProtection(settings.default_branch_protection)
}

/** Whether developers are among those who may do something. */
export function hasDevelopers(allowed: readonly { readonly access_level: number }[]): boolean {
  return allowed.some(({ access_level }) => access_level === DEVELOPER)
}
