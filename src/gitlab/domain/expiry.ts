import type { MemberRecord } from '../../store/models/member.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { startWhenDue } from './builds/pipelines.ts'
import { runsBetween, runWhenDue } from './builds/schedule-runs.ts'
import { stopsByItself, stopWhenDue } from './builds/stop-environment.ts'
import { fireHooks, type SystemContext } from './context.ts'
import { removalTime } from './deletion.ts'
import { ensureSettings } from './instance-settings.ts'
import { isLastOwner } from './members/last-owner.ts'
import { leaveGroup, leaveProject } from './members/membership.ts'
import { mergeIfReady } from './merge-requests/schedule.ts'
import {
  groupName,
  mergeRequestName,
  projectName,
  sourceName,
  userName,
} from './names-of-records.ts'
import { onBehalfOf } from './on-behalf.ts'
import { removeGroup, removeProject } from './remove.ts'

/** A change of a record that is due at a date. */
export interface Due {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly collection: TableName
  readonly id: number
  /** Describes the change: `jane leaves tidewater/website`. */
  what(): string
  /** Makes the change, if the record still requires it. */
  happen(context: SystemContext): void
}

/**
 * The changes that are due at a date. An expired personal or OAuth token is not one: as in GitLab 8.15 it stays in
 * the list of its user and grants no access (`src/gitlab/access/credentials.ts`).
 */
const dueFinders: readonly ((store: Store, from: number, to?: number) => Due[])[] = [
  membershipsThatExpire,
  artifactsThatExpire,
  sessionsThatExpire,
  deletionsThatAreDue,
  mergesWhoseTimeComes,
  tokensThatEndSoon,
  pipelinesThatAreDue,
  environmentsThatStop,
  jobsThatAreDelayed,
]

/**
 * Makes the changes that are due between two ISO 8601 times, in order and each at its own date; overdue ones are made
 * at `from`.
 * Reading the world does not depend on it: expired records grant no access even before they are removed. Lists still
 * show expired memberships.
 */
export function expire(
  store: Store,
  contextAt: (time: string) => SystemContext,
  from: string,
  to: string,
): void {
  const [earliest, latest] = [Date.parse(from), Date.parse(to)]
  const due = dueFinders
    .flatMap((dueIn) => dueIn(store, earliest, latest))
    .filter(({ at }) => at <= latest)
    .sort((a, b) => a.at - b.at)
  for (const { at, happen } of due) {
    happen(contextAt(new Date(Math.max(at, earliest)).toISOString()))
  }
}

/** Returns the changes that are due after a time and the overdue ones, unsorted. */
export function dueAfter(store: Store, from: string): Due[] {
  const earliest = Date.parse(from)
  return dueFinders.flatMap((dueIn) => dueIn(store, earliest))
}

/** Returns the auto-merges with a `merge_after` date. They merge then if nothing else is missing. */
function mergesWhoseTimeComes(store: Store): Due[] {
  return store.mergeRequests.all().flatMap((mergeRequest) => {
    const { merge_after, merge_when_build_succeeds } = mergeRequest
    if (merge_after === null || !merge_when_build_succeeds) return []
    const happen = (context: SystemContext) => mergeIfReady(context, mergeRequest)
    const what = () =>
      `${mergeRequestName(store, mergeRequest)} is merged, if nothing else is missing`
    const { id } = mergeRequest
    return [{ at: Date.parse(merge_after), collection: 'mergeRequests', id, what, happen }]
  })
}

/**
 * Returns the pipelines that schedules start until a time, or the next one of each. Missed runs are not made up for.
 */
function pipelinesThatAreDue(store: Store, from: number, to?: number): Due[] {
  return store.pipelineSchedules.all().flatMap((schedule) => {
    const { id, description, project_id, is_active } = schedule
    if (!is_active) return []
    const happen = (context: SystemContext) => runWhenDue(context, id)
    const what = () => `${projectName(store, project_id)} gets a pipeline: ${description}`
    const times =
      to === undefined ? runsBetween(schedule, from, Infinity, 1) : runsBetween(schedule, from, to)
    return times.map((at) => ({ at, collection: 'pipelineSchedules', id, what, happen }))
  })
}

function environmentsThatStop(store: Store): Due[] {
  return store.environments.all().flatMap((environment) => {
    const { id, name, project_id, auto_stop_at } = environment
    if (auto_stop_at === null || !stopsByItself(store, environment)) return []
    const happen = (context: SystemContext) => stopWhenDue(context, id)
    const what = () => `the environment ${name} of ${projectName(store, project_id)} is stopped`
    return [{ at: Date.parse(auto_stop_at), collection: 'environments', id, what, happen }]
  })
}

function jobsThatAreDelayed(store: Store): Due[] {
  return store.builds.all().flatMap(({ id, name, project_id, status, scheduled_at }) => {
    if (scheduled_at === null || status !== 'created') return []
    const happen = (context: SystemContext) => startWhenDue(context, id)
    const what = () => `the job ${id} (${name}) of ${projectName(store, project_id)} starts`
    return [{ at: Date.parse(scheduled_at), collection: 'builds', id, what, happen }]
  })
}

/** Returns the ends of memberships, at the beginning of their day: GitLab 8.15 removed them in the first minutes. */
function membershipsThatExpire(store: Store): Due[] {
  return store.members.all().flatMap((membership) => {
    const { id, expires_at } = membership
    if (expires_at === null) return []
    const happen = (context: SystemContext) => {
      const member = store.members.get(id)
      if (member) endMembership(context, member)
    }
    const what = () =>
      `${userName(store, membership.user_id)} leaves ${sourceName(store, membership)}`
    return [{ at: beginningOf(expires_at), collection: 'members', id, what, happen }]
  })
}

/**
 * Removes a membership, except that of the last owner of a group, who stays without access.
 * No caller is signed in, so there are no permission checks. As in GitLab 8.15, the owner of a personal project
 * leaves its member list and stays its owner.
 */
function endMembership(context: SystemContext, member: MemberRecord): void {
  const { store } = context
  const user = store.users.get(member.user_id)
  if (!user) return
  const asMember = onBehalfOf(context, user)
  switch (member.source_type) {
    case 'group': {
      const group = store.namespaces.get(member.source_id)
      if (group && !isLastOwner(store, member)) leaveGroup(asMember, group, user, member)
      return
    }
    case 'project': {
      const project = store.projects.get(member.source_id)
      if (project) leaveProject(asMember, project, user, member, 'expired')
      return
    }
  }
}

function artifactsThatExpire(store: Store): Due[] {
  return store.builds.all().flatMap(({ id, name, project_id, artifacts }) => {
    const until = artifacts?.expires_at
    if (!until) return []
    const happen = () => {
      const build = store.builds.get(id)
      if (build) store.builds.replace(build, { artifacts: null })
    }
    const what = () =>
      `the artifacts of the job ${id} (${name}) of ${projectName(store, project_id)} are removed`
    return [{ at: Date.parse(until), collection: 'builds', id, what, happen }]
  })
}

/** Returns the ends of sessions, at the beginning of their day or at their time. */
function sessionsThatExpire(store: Store): Due[] {
  return store.credentials.all().flatMap(({ id, kind, user_id, expires_at, ends_at }) => {
    if (kind !== 'session') return []
    const ends = [
      ...(expires_at === null ? [] : [beginningOf(expires_at)]),
      ...(ends_at === null ? [] : [Date.parse(ends_at)]),
    ]
    const happen = () => {
      const session = store.credentials.get(id)
      if (session) store.credentials.remove(session)
    }
    const what = () => `a session of ${userName(store, user_id)} ends`
    return ends.map((at) => ({ at, collection: 'credentials', id, what, happen }))
  })
}

/** Returns the removals of projects and groups that are marked for deletion. */
function deletionsThatAreDue(store: Store): Due[] {
  const timeOf = (day: string) => removalTime({ settings: ensureSettings(store) }, day)
  const projects: Due[] = store.projects.all().flatMap(({ id, marked_for_deletion_on: day }) => {
    const happen = (context: SystemContext) => {
      const project = store.projects.get(id)
      if (project?.marked_for_deletion_on === day) removeProject(context, project)
    }
    const what = () => `the project ${projectName(store, id)} is removed`
    return day === null ? [] : [{ at: timeOf(day), collection: 'projects', id, what, happen }]
  })
  const groups: Due[] = store.namespaces.all().flatMap(({ id, marked_for_deletion_on: day }) => {
    const happen = (context: SystemContext) => {
      const group = store.namespaces.get(id)
      if (group?.marked_for_deletion_on === day) removeGroup(context, group)
    }
    const what = () => `the group ${groupName(store, id)} is removed`
    return day === null ? [] : [{ at: timeOf(day), collection: 'namespaces', id, what, happen }]
  })
  return [...projects, ...groups]
}

/**
 * How many days before their end hooks are notified of project tokens
 * (doc/user/project/integrations/webhook_events.md).
 */
const daysOfWarning = [7, 1]

/** Returns the notifications of expiring project tokens. Missed notifications are not sent later. */
function tokensThatEndSoon(store: Store, from: number): Due[] {
  return store.credentials.all().flatMap(({ id, kind, name, expires_at, user_id }) => {
    if (kind !== 'personal' || expires_at === null) return []
    if (store.users.get(user_id)?.user_type !== 'project_bot') return []
    const happen = (context: SystemContext) => fireToken(context, id)
    return daysOfWarning
      .map((days): Due => {
        const what = () => `hooks hear that the token "${name}" ends on ${expires_at}`
        const at = beginningOf(expires_at) - days * 86_400_000
        return { at, collection: 'credentials', id, what, happen }
      })
      .filter(({ at }) => at > from)
  })
}

function fireToken(context: SystemContext, id: number): void {
  const { store } = context
  const credential = store.credentials.get(id)
  if (!credential || credential.is_revoked) return
  for (const { source_type, source_id } of store.members.by('user_id', credential.user_id)) {
    const project = source_type === 'project' ? store.projects.get(source_id) : undefined
    if (project) fireHooks(context, { kind: 'access_token', credential, project })
  }
}

/** Returns the beginning of a day, in milliseconds since 1970. */
export function beginningOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
