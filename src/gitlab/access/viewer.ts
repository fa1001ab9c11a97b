import { type ApiError, forbidden, unauthorized } from '../../contract/errors.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { MemberRecord } from '../../store/models/member.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { Store } from '../../store/store.ts'
import {
  type GroupAbility,
  groupAbilities,
  level,
  type ProjectAbility,
  type ProjectRule,
  projectAbilities,
} from './abilities.ts'
import { usesPart } from './feature-levels.ts'
import { descendantsOf } from './group-tree.ts'
import { admitsJob } from './job-tokens.ts'
import { groupLevel, isCurrent, membershipOf, projectLevel } from './membership.ts'

/** The caller of a request, with its permissions and visibility. */
export interface Viewer {
  /** Undefined for an anonymous caller. */
  readonly user: UserRecord | undefined
  readonly isAdmin: boolean
  /** The administrator who calls as this user by sudo. */
  readonly sudoer: UserRecord | undefined
  /** Whether a call with sudo shows the private token of the impersonated user. */
  readonly showsPrivateToken: boolean
  /** Whether the members of a project see its private snippets, not their authors alone. */
  readonly sharesPrivateSnippets: boolean
  /** Returns the user; throws a 401 for an anonymous caller. */
  signedIn(): UserRecord
  /** Returns the access level of the membership in a project, 0 for none. That of an administrator is not raised. */
  projectLevel(project: ProjectRecord): number
  groupLevel(group: NamespaceRecord): number
  /** Returns the direct membership of a group or a project, unless it has expired. */
  membership(type: 'group' | 'project', sourceId: number): MemberRecord | undefined
  sees(project: ProjectRecord): boolean
  seesGroup(group: NamespaceRecord): boolean
  can(ability: ProjectAbility, project: ProjectRecord): boolean
  canInGroup(ability: GroupAbility, group: NamespaceRecord): boolean
  /** Throws a 403 (a 401 for an anonymous caller) where `can` is false. */
  must(ability: ProjectAbility, project: ProjectRecord): void
  mustInGroup(ability: GroupAbility, group: NamespaceRecord): void
}

interface ViewerSource {
  readonly store: Store
  readonly user: UserRecord | undefined
  readonly sudoer?: UserRecord | undefined
  /** The job whose token is used: it reaches only projects that allow it. */
  readonly job?: BuildRecord | undefined
  readonly showsPrivateToken?: boolean
  /** Whether an administrator acts as a plain user, because a scope is missing. */
  readonly lacksAdminMode?: boolean
  readonly sharesPrivateSnippets?: boolean
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/** Creates the viewer of a request. The level in each project is looked up once, since lists need it for each item. */
export function createViewer(source: ViewerSource): Viewer {
  return new WorldViewer(source)
}

/** The part of a rule that states who has an ability. */
type Rule = Pick<ProjectRule, 'from' | 'beyondMembers'>

/** A class, so that the viewers of all requests share its methods. */
class WorldViewer implements Viewer {
  readonly user: UserRecord | undefined
  readonly isAdmin: boolean
  readonly sudoer: UserRecord | undefined
  readonly showsPrivateToken: boolean
  readonly sharesPrivateSnippets: boolean
  readonly #store: Store
  readonly #today: string
  readonly #job: BuildRecord | undefined
  #projectLevels: Map<number, number> | undefined

  constructor(source: ViewerSource) {
    const { store, user, sudoer, showsPrivateToken = false, lacksAdminMode = false, today } = source
    this.user = user
    this.#job = source.job
    this.isAdmin = !lacksAdminMode && source.job === undefined && (user?.is_admin ?? false)
    this.sudoer = sudoer
    this.showsPrivateToken = showsPrivateToken
    this.sharesPrivateSnippets = source.sharesPrivateSnippets ?? false
    this.#store = store
    this.#today = today
  }

  signedIn(): UserRecord {
    if (!this.user) throw unauthorized()
    return this.user
  }

  projectLevel(project: ProjectRecord): number {
    if (!this.user) return level.none
    const known = this.#projectLevels?.get(project.id)
    if (known !== undefined) return known
    const found = this.#levelIn(project, this.user)
    this.#projectLevels ??= new Map()
    this.#projectLevels.set(project.id, found)
    return found
  }

  /** Returns the level of the user; for a job at most that, and none in projects that do not admit the job. */
  #levelIn(project: ProjectRecord, user: UserRecord): number {
    const found = projectLevel(this.#store, project, user.id, this.#today)
    if (!this.#job) return found
    if (!admitsJob(this.#store, project, this.#job)) return level.none
    return user.is_admin ? level.owner : found
  }

  membership(type: 'group' | 'project', sourceId: number): MemberRecord | undefined {
    const member = this.user && membershipOf(this.#store, type, sourceId, this.user.id)
    return member && isCurrent(member, this.#today) ? member : undefined
  }

  groupLevel(group: NamespaceRecord): number {
    return this.user ? groupLevel(this.#store, group, this.user.id, this.#today) : level.none
  }

  sees(project: ProjectRecord): boolean {
    return this.isAdmin || isOpenTo(this.user, project) || this.projectLevel(project) > level.none
  }

  seesGroup(group: NamespaceRecord): boolean {
    return (
      this.isAdmin ||
      isOpenTo(this.user, group) ||
      this.groupLevel(group) > level.none ||
      this.#hasProjectOf(group)
    )
  }

  can(ability: ProjectAbility, project: ProjectRecord): boolean {
    const rule: ProjectRule = projectAbilities[ability]
    if (rule.endsWithArchiving && isReadOnly(project)) return false
    if (rule.part && !usesPart(this, project, rule.part)) return false
    if (this.isAdmin || this.projectLevel(project) >= rule.from) return true
    // Not `sees`: a guest sees a private project, but has the abilities of a guest only.
    return this.#isOpen(rule) && isOpenTo(this.user, project)
  }

  canInGroup(ability: GroupAbility, group: NamespaceRecord): boolean {
    const rule = groupAbilities[ability]
    if (this.isAdmin || this.groupLevel(group) >= rule.from) return true
    return this.#isOpen(rule) && this.seesGroup(group)
  }

  must(ability: ProjectAbility, project: ProjectRecord): void {
    if (!this.can(ability, project)) throw this.#refusal()
  }

  mustInGroup(ability: GroupAbility, group: NamespaceRecord): void {
    if (!this.canInGroup(ability, group)) throw this.#refusal()
  }

  #refusal(): ApiError {
    return this.user ? forbidden() : unauthorized()
  }

  /** Whether a rule admits the viewer without a membership, where the project or group is visible to them. */
  #isOpen({ beyondMembers }: Rule): boolean {
    switch (beyondMembers) {
      case 'nobody':
        return false
      case 'signed in':
        return this.user !== undefined
      case 'everyone':
        return true
    }
  }

  /** Whether the viewer is a member of a project in the group or in its subgroups, and therefore sees the group. */
  #hasProjectOf(group: NamespaceRecord): boolean {
    if (!this.user) return false
    return [group, ...descendantsOf(this.#store, group)].some(({ id }) =>
      this.#store.projects
        .by('namespace_id', id)
        .some((project) => this.projectLevel(project) > level.none),
    )
  }
}

/** Whether a project is archived, itself or through one of its groups. */
export function isArchived({ is_archived, archived_with_group }: ProjectRecord): boolean {
  return is_archived || archived_with_group
}

/** Whether a project is read-only: archived, or scheduled for deletion. */
export function isReadOnly(project: ProjectRecord): boolean {
  return isArchived(project) || project.marked_for_deletion_on !== null
}

/** Whether a visibility admits a user: public everyone, internal all signed-in users who are not external. */
export function isOpenTo(
  user: UserRecord | undefined,
  { visibility_level }: { readonly visibility_level: 0 | 10 | 20 },
): boolean {
  if (visibility_level === 20) return true
  return visibility_level === 10 && user !== undefined && !user.is_external
}
