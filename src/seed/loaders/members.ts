import {
  addProjectMember,
  joinGroup,
  joinProject,
  leaveGroup,
  leaveProject,
} from '../../gitlab/domain/members/membership.ts'
import type { MemberRecord } from '../../store/models/member.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedMembership, SeedMemberships } from '../schema/fields.ts'
import { isoTime, type Loading, levels } from './loading.ts'
import { timestampOf } from './timeline.ts'

type NamedMemberships = Readonly<Record<string, SeedMembership>>

/** Normalizes memberships: a list of usernames makes them developers. */
export function byName(members: SeedMemberships = {}): NamedMemberships {
  if (!Array.isArray(members)) return members
  return Object.fromEntries(members.map((name) => [name, 'developer' as const]))
}

export function levelOf(membership: SeedMembership) {
  return typeof membership === 'string' ? membership : membership.level
}

export function loadGroupMembers(
  loading: Loading,
  group: NamespaceRecord,
  members: NamedMemberships,
  path: string,
): void {
  for (const { user, membership } of usersIn(loading, members, path)) {
    const since = isoTime(membership.since) ?? group.created_at
    const member = joinGroup(loading.as(user, since), group, user, termsOf(membership))
    leaveLater(loading, membership, member, (time) => {
      leaveGroup(loading.as(user, time), group, user, member)
    })
  }
}

export function loadProjectMembers(
  loading: Loading,
  project: ProjectRecord,
  members: NamedMemberships,
  path: string,
): void {
  for (const { user, membership, where } of usersIn(loading, members, path)) {
    if (membership.level === 'owner') {
      const reason = 'only a group has owners; the highest level is master'
      loading.problems.push({ path: where, reason })
      continue
    }
    const since = isoTime(membership.since) ?? project.created_at
    // Members without a date were there from the beginning, so no event records that they joined.
    const join = membership.since === undefined ? addProjectMember : joinProject
    const member = join(loading.as(user, since), project, user, termsOf(membership))
    leaveLater(loading, membership, member, (time) => {
      leaveProject(loading.as(user, time), project, user, member)
    })
  }
}

type LongMembership = Exclude<SeedMembership, string>

function* usersIn(loading: Loading, members: NamedMemberships, path: string) {
  for (const [name, given] of Object.entries(members)) {
    const where = `${path}.members.${name}`
    const user: UserRecord | undefined = loading.user(name, where)
    const membership: LongMembership = typeof given === 'string' ? { level: given } : given
    if (user) yield { user, membership, where }
  }
}

function termsOf({ level, expires_at }: LongMembership) {
  return { access_level: levels[level], expires_at: expires_at ?? null }
}

function leaveLater(
  { timeline }: Loading,
  { until }: LongMembership,
  member: MemberRecord,
  leave: (time: string) => void,
): void {
  const time = isoTime(until)
  if (time !== undefined)
    timeline.add(timestampOf(time, 0, Date.parse(member.created_at)), () => leave(time))
}
