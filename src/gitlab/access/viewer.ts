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

/** Who is asking, and what they may do and see. */
export interface Viewer {
  /** Undefined where nobody signed in. */
  readonly user: UserRecord | undefined
  readonly isAdmin: boolean
  /** The administrator who makes the call as this user. */
  readonly sudoer: UserRecord | undefined
  /** Whether the call shows the private token of the user that an administrator acts as. */
  readonly showsPrivateToken: boolean
  /** Whether private snippets of projects are for their members, not for their authors alone. */
  readonly sharesPrivateSnippets: boolean
  /** The user who is signed in; refuses with 401 where there is none. */
  signedIn(): UserRecord
  /** The access level in a project, 0 for none; an administrator's own, not what they may do. */
  projectLevel(project: ProjectRecord): number
  groupLevel(group: NamespaceRecord): number
  /** The membership of a group or a project itself, unless it has expired. */
  membership(type: 'group' | 'project', sourceId: number): MemberRecord | undefined
  sees(project: ProjectRecord): boolean
  seesGroup(group: NamespaceRecord): boolean
  can(ability: ProjectAbility, project: ProjectRecord): boolean
  canInGroup(ability: GroupAbility, group: NamespaceRecord): boolean
  /** Refuses with 403 (401 where nobody is signed in) what `can` denies. */
  must(ability: ProjectAbility, project: ProjectRecord): void
  mustInGroup(ability: GroupAbility, group: NamespaceRecord): void
}

interface ViewerSource {
  readonly store: Store
  readonly user: UserRecord | undefined
  readonly sudoer?: UserRecord | undefined
  /** The job that calls in the user's name: it reaches no project but those that let it in. */
  readonly job?: BuildRecord | undefined
  readonly showsPrivateToken?: boolean
  /** Whether an administrator has no more than others, for want of a scope. */
  readonly lacksAdminMode?: boolean
  readonly sharesPrivateSnippets?: boolean
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/**
 * Makes the viewer of one request. Levels are looked up once a request and project, since lists ask
 * for them again and again.
 */
export function createViewer(source: ViewerSource): Viewer {
  return new WorldViewer(source)
}

/** What a rule says of who may do something. */
type Rule = Pick<ProjectRule, 'from' | 'beyondMembers'>

/** A class, so that the viewers of all requests share its functions. */
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

  /** A job has no more than its user, and in what lets it in alone. */
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
    // Not `sees`: a guest sees a private project, and has no more of it than guests have.
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

  /** Whether a rule is for the viewer without a membership, where they see what it is about. */
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

  /** A member of one of its projects sees the group that holds it, and the groups that this is in. */
  #hasProjectOf(group: NamespaceRecord): boolean {
    if (!this.user) return false
    return [group, ...descendantsOf(this.#store, group)].some(({ id }) =>
      this.#store.projects
        .by('namespace_id', id)
        .some((project) => this.projectLevel(project) > level.none),
    )
  }
}

/** Whether a project is archived, by itself or with a group that it is in. */
export function isArchived({ is_archived, archived_with_group }: ProjectRecord): boolean {
  return is_archived || archived_with_group
}

/** Whether nothing of a project changes any more: it is archived, or waits for its removal. */
export function isReadOnly(project: ProjectRecord): boolean {
  return isArchived(project) || project.marked_for_deletion_on !== null
}

/** Public is open to everyone, internal to whoever is signed in and not external. */
export function isOpenTo(
  user: UserRecord | undefined,
  { visibility_level }: { readonly visibility_level: 0 | 10 | 20 },
): boolean {
  if (visibility_level === 20) return true
  return visibility_level === 10 && user !== undefined && !user.is_external
}
