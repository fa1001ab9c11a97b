import { forbidden, unauthorized } from '../contract/errors.ts'
import { sourceKey } from '../store/collections.ts'
import type { MemberRecord } from '../store/models/member.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import {
  type GroupAbility,
  groupAbilities,
  level,
  type ProjectAbility,
  type ProjectRule,
  projectAbilities,
} from './abilities.ts'
import { groupLevel, isCurrent, projectLevel } from './membership.ts'

/** Who is asking, and what they may do and see. */
export interface Viewer {
  /** Undefined where nobody signed in. */
  readonly user: UserRecord | undefined
  readonly isAdmin: boolean
  /** The administrator who makes the call as this user. */
  readonly sudoer: UserRecord | undefined
  /** Whether the call shows the private token of the user that an administrator acts as. */
  readonly showsPrivateToken: boolean
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
  readonly showsPrivateToken?: boolean
  /** YEAR-MONTH-DAY, for memberships that expire. */
  readonly today: string
}

/**
 * Makes the viewer of one request. Levels are looked up once a request and project, since lists ask
 * for them again and again.
 */
export function createViewer({
  store,
  user,
  sudoer,
  showsPrivateToken = false,
  today,
}: ViewerSource): Viewer {
  const isAdmin = user?.is_admin ?? false
  const projectLevels = new Map<number, number>()
  let memberships: ReadonlyMap<string, MemberRecord> | undefined

  const viewer: Viewer = {
    user,
    isAdmin,
    sudoer,
    showsPrivateToken,
    signedIn() {
      if (!user) throw unauthorized()
      return user
    },
    projectLevel(project) {
      if (!user) return level.none
      const known = projectLevels.get(project.id)
      if (known !== undefined) return known
      const found = projectLevel(store, project, user.id, today)
      projectLevels.set(project.id, found)
      return found
    },
    membership(type, sourceId) {
      memberships ??= currentMemberships()
      return memberships.get(sourceKey(type, sourceId))
    },
    groupLevel: (group) => (user ? groupLevel(store, group, user.id, today) : level.none),
    sees: (project) =>
      isAdmin || isOpenTo(user, project) || viewer.projectLevel(project) > level.none,
    seesGroup: (group) =>
      isAdmin ||
      isOpenTo(user, group) ||
      viewer.groupLevel(group) > level.none ||
      hasProjectOf(group),
    can(ability, project) {
      const rule: ProjectRule = projectAbilities[ability]
      if (rule.endsWithArchiving && project.is_archived) return false
      return allows(
        rule,
        () => viewer.projectLevel(project),
        // Not `sees`: a guest sees a private project, and has no more of it than guests have.
        () => isOpenTo(user, project),
      )
    },
    canInGroup: (ability, group) =>
      allows(
        groupAbilities[ability],
        () => viewer.groupLevel(group),
        () => viewer.seesGroup(group),
      ),
    must(ability, project) {
      if (!viewer.can(ability, project)) throw user ? forbidden() : unauthorized()
    },
    mustInGroup(ability, group) {
      if (!viewer.canInGroup(ability, group)) throw user ? forbidden() : unauthorized()
    },
  }

  function allows(
    rule: { from: number; beyondMembers: 'nobody' | 'signed in' | 'everyone' },
    levelOf: () => number,
    isSeen: () => boolean,
  ): boolean {
    if (isAdmin) return true
    if (levelOf() >= rule.from) return true
    switch (rule.beyondMembers) {
      case 'nobody':
        return false
      case 'signed in':
        return user !== undefined && isSeen()
      case 'everyone':
        return isSeen()
    }
  }

  /** By the key of their source; one index of the store instead of a search in every project. */
  function currentMemberships(): ReadonlyMap<string, MemberRecord> {
    const members = user ? store.members.by('user_id', user.id) : []
    return new Map(
      members
        .filter((member) => isCurrent(member, today))
        .map((member) => [sourceKey(member.source_type, member.source_id), member]),
    )
  }

  /** A member of one of its projects sees the group that holds it. */
  function hasProjectOf(group: NamespaceRecord): boolean {
    if (!user) return false
    return store.projects
      .by('namespace_id', group.id)
      .some((project) => viewer.projectLevel(project) > level.none)
  }

  return viewer
}

/** Public is open to everyone, internal to whoever is signed in and not external. */
export function isOpenTo(
  user: UserRecord | undefined,
  { visibility_level }: { readonly visibility_level: 0 | 10 | 20 },
): boolean {
  if (visibility_level === 20) return true
  return visibility_level === 10 && user !== undefined && !user.is_external
}
