import { forbidden } from '../../../contract/errors.ts'
import type { UserMembership } from '../../../contract/generated/v4/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { Context } from '../../domain/context.ts'
import { existingProject } from '../../domain/lookups.ts'
import { changeStatus, checkStatus, setStatus } from '../../domain/users/status.ts'
import { shownLevel } from '../../resources/v4/member.ts'
import { userStatus } from '../../resources/v4/user-status.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/user-activity.yaml. */
export const userActivity = {
  getOwnStatus: (context) => userStatus(context.viewer.signedIn(), context),

  setOwnStatus(context, change) {
    checkStatus(change)
    return userStatus(setStatus(context, context.viewer.signedIn(), change), context)
  },

  changeOwnStatus(context, change) {
    checkStatus(change)
    return userStatus(changeStatus(context, context.viewer.signedIn(), change), context)
  },

  getStatusOfUser: (context) => userStatus(context.user, context),

  listUserActivities(context, { from }) {
    const { store, viewer } = context
    const first = (from ?? sixMonthsBefore(context)).slice(0, 10)
    const seen = store.users
      .all()
      .flatMap((user) => {
        const day = store.lastActivityOf(user)
        const isShown = viewer.isAdmin || !user.private_profile
        return day !== null && day >= first && isShown ? [{ username: user.username, day }] : []
      })
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    return list(seen, ({ username, day }) => ({
      username,
      last_activity_on: day,
      last_activity_at: day,
    }))
  },

  listMembershipsOfUser(context, { type }) {
    const kind = type && (type === 'Project' ? 'project' : 'group')
    const members = context.store.members
      .by('user_id', context.user.id)
      .filter(({ source_type }) => kind === undefined || source_type === kind)
    return list(members, (member) => membership(member, context))
  },

  countAssociationsOfUser(context) {
    const { store, viewer, user } = context
    if (!viewer.isAdmin && viewer.signedIn().id !== user.id) throw forbidden()
    const members = store.members.by('user_id', user.id)
    const isOf = (kind: string) => members.filter(({ source_type }) => source_type === kind).length
    const isThere = ({ deleted_at }: { readonly deleted_at: string | null }) => deleted_at === null
    return {
      groups_count: isOf('group'),
      projects_count: isOf('project'),
      issues_count: store.issues.by('author_id', user.id).filter(isThere).length,
      merge_requests_count: store.mergeRequests.by('author_id', user.id).filter(isThere).length,
    }
  },
} satisfies OperationsOf<'v4', 'User activity'>

function sixMonthsBefore({ now }: Context): string {
  const time = new Date(now)
  time.setUTCMonth(time.getUTCMonth() - 6)
  return time.toISOString()
}

function membership(member: MemberRecord, context: Context): UserMembership {
  const { source_type, source_id } = member
  const isProject = source_type === 'project'
  const name = isProject
    ? existingProject(context, source_id).name
    : (context.store.namespaces.get(source_id)?.name ?? '')
  return {
    source_id,
    source_name: name,
    source_type: isProject ? 'Project' : 'Namespace',
    access_level: shownLevel(member, context),
  }
}
