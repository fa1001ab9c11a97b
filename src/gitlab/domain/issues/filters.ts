import type { IssueRecord } from '../../../store/models/issue.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import type { Place } from '../place.ts'
import { type DuePeriod, dueIn } from './due-periods.ts'

/** Whether something is looked for at all: `none` has nothing of a kind, `any` has something. */
type Presence = 'none' | 'any'

/** A milestone by its title, or by its dates. */
export type MilestoneFilter = Presence | 'upcoming' | 'started' | { readonly title: string }

/** What can be asked for, and what can be left out (`not`). */
export interface IssueConditions {
  /** Titles. */
  readonly labels?: readonly string[] | Presence | undefined
  readonly milestone?: MilestoneFilter | undefined
  readonly iids?: readonly number[] | undefined
  readonly author_id?: number | undefined
  readonly author_username?: string | undefined
  readonly assignee_id?: number | Presence | undefined
  readonly assignee_username?: string | undefined
}

/** The filters of the lists of issues. Times are ISO 8601, and count themselves. */
export interface IssueFilters extends IssueConditions {
  readonly not?: IssueConditions | undefined
  /** The name of an emoji that the caller awarded. */
  readonly my_reaction_emoji?: Presence | { readonly name: string } | undefined
  readonly search?: string | undefined
  /** Where the words are looked for: everywhere where it is not said. */
  readonly searched?: readonly ('title' | 'description')[] | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
  readonly updated_after?: string | undefined
  readonly updated_before?: string | undefined
  readonly due_date?: DuePeriod | undefined
  readonly confidential?: boolean | undefined
  readonly issue_type?: IssueRecord['issue_type'] | undefined
  /** Whether those of archived projects are left out. */
  readonly non_archived?: boolean | undefined
}

export type Condition = (issue: IssueRecord) => boolean

/** The conditions that filters make; a filter that is not given makes none. */
export function conditionsOf(context: Context, place: Place, filters: IssueFilters): Condition[] {
  const { labelsJoinedBy } = context.release
  return [
    ...plainConditions(context, filters, labelsJoinedBy[place.kind]),
    ...plainConditions(context, filters.not ?? {}, 'OR').map(negated),
    ...timeConditions(filters),
    ...withReaction(context, filters.my_reaction_emoji),
    ...withWords(filters),
    ...dueWithin(context, filters.due_date),
    ...equal('confidential', filters.confidential),
    ...equal('issue_type', filters.issue_type),
    ...(filters.non_archived ? [ofLiveProject(context)] : []),
  ]
}

const negated =
  (condition: Condition): Condition =>
  (issue) =>
    !condition(issue)

function plainConditions(
  context: Context,
  filters: IssueConditions,
  labelsJoinedBy: 'AND' | 'OR',
): Condition[] {
  const { iids, author_id, author_username, assignee_id, assignee_username } = filters
  return [
    ...withLabels(filters.labels, labelsJoinedBy),
    ...ofMilestone(context, filters.milestone),
    ...(iids ? [oneOf('iid', iids)] : []),
    ...equal('author_id', author_id),
    ...equal('author_id', userIdOf(context, author_username)),
    ...assignedTo(assignee_id),
    ...equal('assignee_id', userIdOf(context, assignee_username)),
  ]
}

/** 0, which is nobody's id, for a name that nobody has. */
function userIdOf({ store }: Context, username: string | undefined): number | undefined {
  return username === undefined
    ? undefined
    : (store.users.one('username', folded(username))?.id ?? 0)
}

function equal<Name extends keyof IssueRecord>(
  name: Name,
  value: IssueRecord[Name] | undefined,
): Condition[] {
  return value === undefined ? [] : [(issue) => issue[name] === value]
}

function oneOf(name: 'iid', values: readonly number[]): Condition {
  const wanted = new Set(values)
  return (issue) => wanted.has(issue[name])
}

/** A list without a title in it asks for nothing. */
function withLabels(
  wanted: readonly string[] | Presence | undefined,
  joinedBy: 'AND' | 'OR',
): Condition[] {
  if (wanted === undefined || wanted.length === 0) return []
  if (wanted === 'none') return [({ labels }) => labels.length === 0]
  if (wanted === 'any') return [({ labels }) => labels.length > 0]
  return joinedBy === 'OR'
    ? [({ labels }) => wanted.some((title) => labels.includes(title))]
    : [({ labels }) => wanted.every((title) => labels.includes(title))]
}

function ofMilestone({ store, today }: Context, wanted: MilestoneFilter | undefined): Condition[] {
  switch (wanted) {
    case undefined:
      return []
    case 'none':
      return [({ milestone_id }) => milestone_id === null]
    case 'any':
      return [({ milestone_id }) => milestone_id !== null]
    case 'upcoming':
    case 'started':
      return [
        ({ milestone_id }) => {
          const milestone = milestone_id === null ? undefined : store.milestones.get(milestone_id)
          if (!milestone) return false
          const { state, due_date, start_date } = milestone
          return wanted === 'upcoming'
            ? due_date !== null && due_date > today
            : state === 'active' && start_date !== null && start_date <= today
        },
      ]
    default: {
      const ids = new Set(store.milestones.by('title', wanted.title).map(({ id }) => id))
      return [({ milestone_id }) => milestone_id !== null && ids.has(milestone_id)]
    }
  }
}

function assignedTo(wanted: number | Presence | undefined): Condition[] {
  if (wanted === 'none') return equal('assignee_id', null)
  if (wanted === 'any') return [({ assignee_id }) => assignee_id !== null]
  return equal('assignee_id', wanted)
}

function timeConditions(filters: IssueFilters): Condition[] {
  const { created_after, created_before, updated_after, updated_before } = filters
  return [
    ...(created_after ? [after('created_at', created_after)] : []),
    ...(created_before ? [before('created_at', created_before)] : []),
    ...(updated_after ? [after('updated_at', updated_after)] : []),
    ...(updated_before ? [before('updated_at', updated_before)] : []),
  ]
}

type TimeField = 'created_at' | 'updated_at'

const after =
  (field: TimeField, time: string): Condition =>
  (issue) =>
    issue[field] >= time

const before =
  (field: TimeField, time: string): Condition =>
  (issue) =>
    issue[field] <= time

/** Of who is not signed in nothing is asked. */
function withReaction(
  { store, viewer: { user } }: Context,
  wanted: IssueFilters['my_reaction_emoji'],
): Condition[] {
  if (wanted === undefined || !user) return []
  const given = store.awardEmoji
    .by('user_id', user.id)
    .filter(({ awardable_type }) => awardable_type === 'Issue')
    .filter(({ name }) => typeof wanted === 'string' || name === wanted.name)
  const ids = new Set(given.map(({ awardable_id }) => awardable_id))
  return [({ id }) => ids.has(id) === (wanted !== 'none')]
}

/** Every word is in one of the texts. */
function withWords({ search, searched = ['title', 'description'] }: IssueFilters): Condition[] {
  const words = folded(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  return [
    (issue) => {
      const texts = searched.map((name) => folded(issue[name] ?? ''))
      return words.every((word) => texts.some((text) => text.includes(word)))
    },
  ]
}

/** What is overdue is open as well. */
function dueWithin({ today }: Context, period: DuePeriod | undefined): Condition[] {
  if (period === undefined) return []
  const isDue = dueIn(period, today)
  return [({ due_date, state }) => isDue(due_date) && (period !== 'overdue' || state === 'opened')]
}

function ofLiveProject(context: Context): Condition {
  return ({ project_id }) => !existingProject(context, project_id).is_archived
}
