import { createIssue, type NewIssue } from '../../gitlab/domain/issues/create.ts'
import { addIssueLink } from '../../gitlab/domain/issues/links.ts'
import { moveIssue } from '../../gitlab/domain/issues/move.ts'
import { changeIssueState } from '../../gitlab/domain/issues/state-change.ts'
import { readDuration } from '../../gitlab/domain/tracker/durations.ts'
import { issueOfIid } from '../../gitlab/domain/tracker/iids.ts'
import { onIssue, touch } from '../../gitlab/domain/tracker/noteable.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedIssue } from '../schema/trackers.ts'
import { loadAttention, loadConversation, type Parent } from './conversation.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { planningOf } from './planning.ts'
import { beginning, end, type Timestamp, timestampOf } from './timeline.ts'

/** Loads an issue with its notes and its later states. */
export function loadIssue(
  loading: Loading,
  project: ProjectRecord,
  seed: SeedIssue,
  path: string,
): void {
  const author = loading.author(seed.author, project, `${path}.author`)
  const planning = planningOf(loading, project, seed, path)
  const numbers = loading.numbers.take('issues', project, seed, path)
  const closer = seed.closed_by ? loading.user(seed.closed_by, `${path}.closed_by`) : author
  if (!author || !closer || !numbers) return
  const created = isoTime(seed.created_at)
  const since = created ?? loading.timeWithin(project)
  const timestamp = timestampOf(created, beginning)
  const { id, iid } = numbers
  const { title, description, confidential, due_date, discussion_locked } = seed
  const { labels, assignee_id, milestone_id } = planning
  // Each field is written out, since adding to a copy of an object takes many times as long.
  const fields = {
    id,
    iid,
    title,
    description,
    confidential,
    labels,
    assignee_id,
    milestone_id,
    due_date,
    discussion_locked,
    issue_type: seed.type,
    time_estimate: secondsOf(loading, seed.time_estimate, `${path}.time_estimate`),
    total_time_spent: secondsOf(loading, seed.time_spent, `${path}.time_spent`),
  }
  addCreation({ loading, project, author, since, fields }, timestamp)
  const issue = () => loading.store.issues.get(id)
  function target() {
    const record = issue()
    return record && onIssue({ project, issue: record })
  }
  const parent = { loading, project, path, timestamp, since, target, issue }
  loadConversation(parent, seed)
  loadHistory(parent, seed)
  loadState(parent, seed, { author, closer })
  loadAttention(parent, 'Issue', seed)
  each(seed.related, `${path}.related`, (other, where) => {
    loading.atLast(() => {
      const [one, target] = [issue(), issueOfIid(loading.store, project, other)]
      if (!target) loading.problems.push({ path: where, reason: `there is no issue #${other}` })
      if (!one || !target) return
      const later = one.updated_at > target.updated_at ? one.updated_at : target.updated_at
      addIssueLink(loading.as(author, later), one, target)
    })
  })
}

/** Parses a duration to seconds. Returns undefined without one; an invalid one is recorded as a problem. */
function secondsOf(loading: Loading, text: string | undefined, path: string): number | undefined {
  const seconds = text === undefined ? undefined : readDuration(text)
  if (text !== undefined && (seconds === undefined || seconds < 0)) {
    loading.problems.push({ path, reason: `"${text}" is no duration such as 1d 4h 30m` })
  }
  return seconds
}

interface Creation {
  readonly loading: Loading
  readonly project: ProjectRecord
  readonly author: UserRecord
  /** ISO 8601. */
  readonly since: string
  readonly fields: NewIssue
}

/** Schedules the creation, in its own function so that the closure retains no more than it needs. */
function addCreation(
  { loading, project, author, since, fields }: Creation,
  timestamp: Timestamp,
): void {
  loading.timeline.add(timestamp, () => {
    createIssue(loading.as(author, since), project, fields)
  })
}

interface IssueParent extends Parent {
  issue(): IssueRecord | undefined
}

/** Loads the history of an issue, where the seed gives it step by step. */
function loadHistory(parent: IssueParent, { history }: SeedIssue): void {
  const { loading, path, timestamp, issue } = parent
  each(history, `${path}.history`, ({ by, at, event, to }, where) => {
    const user = loading.user(by, `${where}.by`)
    const target = to === undefined ? undefined : loading.project(to, `${where}.to`)
    const time = isoTime(at) ?? parent.since
    if ((event === 'move') !== (to !== undefined)) {
      const reason = event === 'move' ? 'a move needs to' : 'only a move has to'
      loading.problems.push({ path: where, reason })
    }
    if (!user) return
    if (target) loading.numbers.keepFree(target)
    loading.timeline.add(timestampOf(time, timestamp, timestamp), () => {
      const present = issue()
      if (!present) return
      const context = loading.as(user, time)
      if (event !== 'move') changeIssueState(context, present, event)
      else if (target) moveIssue(context, present, target)
    })
  })
}

/** Sets the final state and time of change that the seed gives, after all other events. */
function loadState(
  { loading, project, issue, timestamp }: IssueParent,
  { state, closed_at, updated_at }: SeedIssue,
  { author, closer }: { readonly author: UserRecord; readonly closer: UserRecord },
): void {
  const { timeline } = loading
  const updated = isoTime(updated_at)
  const closed = isoTime(closed_at) ?? updated
  if (state === 'closed') {
    timeline.add(timestampOf(closed, end, timestamp), () => {
      const present = issue()
      if (!present) return
      changeIssueState(loading.as(closer, closed ?? present.updated_at), present, 'close')
    })
  }
  if (state !== 'opened' && !updated) return
  loading.atLast(() => {
    const present = issue()
    if (!present) return
    if (state === 'opened' && present.state !== state) {
      changeIssueState(loading.as(author, present.updated_at), present, 'reopen')
    }
    if (updated) touch(loading.alone(updated), onIssue({ project, issue: present }))
  })
}
