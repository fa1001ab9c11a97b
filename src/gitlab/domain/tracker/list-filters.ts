import type { IssueRecord } from '../../../store/models/issue.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { wordTest } from '../search-words.ts'

/** A filter on presence: `none` matches records without a value, `any` those with one. */
export type Presence = 'none' | 'any'

/** A filter on the milestone, by its title or its dates. */
export type MilestoneFilter = Presence | 'upcoming' | 'started' | { readonly title: string }

/** The fields that the filters of issues and merge requests read. */
export type Listed = Pick<
  IssueRecord,
  | 'id'
  | 'iid'
  | 'title'
  | 'description'
  | 'author_id'
  | 'assignee_id'
  | 'milestone_id'
  | 'labels'
  | 'created_at'
  | 'updated_at'
>

/** The conditions that a list can require, or exclude with `not`. */
export interface ListConditions {
  /** Titles. */
  readonly labels?: readonly string[] | Presence | undefined
  readonly milestone?: MilestoneFilter | undefined
  readonly iids?: readonly number[] | undefined
  readonly author_id?: number | undefined
  readonly author_username?: string | undefined
  readonly assignee_id?: number | Presence | undefined
  readonly assignee_username?: string | undefined
}

/** The filters that all lists have. Times are ISO 8601 and inclusive. */
export interface ListFilters {
  /** The name of an emoji that the caller awarded. */
  readonly my_reaction_emoji?: Presence | { readonly name: string } | undefined
  readonly search?: string | undefined
  /** The fields that are searched; defaults to all. */
  readonly searched?: readonly ('title' | 'description')[] | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
  readonly updated_after?: string | undefined
  readonly updated_before?: string | undefined
}

export type Condition<R = Listed> = (record: R) => boolean

export const negated =
  <R>(condition: Condition<R>): Condition<R> =>
  (record) =>
    !condition(record)

/** Returns the conditions of the given filters. */
export function plainConditions(
  context: Context,
  filters: ListConditions,
  labelsJoinedBy: 'AND' | 'OR',
): Condition[] {
  const { iids, author_id, author_username } = filters
  return [
    ...withLabels(filters.labels, labelsJoinedBy),
    ...ofMilestone(context, filters.milestone),
    ...(iids ? [oneOf('iid', iids)] : []),
    ...equal('author_id', author_id),
    ...equal('author_id', userIdOf(context, author_username)),
  ]
}

/** Returns the id of a username; 0, which no user has, for an unknown one. */
function userIdOf({ store }: Context, username: string | undefined): number | undefined {
  return username === undefined
    ? undefined
    : (store.users.one('username', folded(username))?.id ?? 0)
}

export function equal<Name extends string>(
  name: Name,
  value: unknown,
): Condition<{ readonly [Key in Name]: unknown }>[] {
  return value === undefined ? [] : [(record) => record[name] === value]
}

function oneOf(name: 'iid', values: readonly number[]): Condition {
  const wanted = new Set(values)
  return (record) => wanted.has(record[name])
}

/** Returns the condition on labels; none for an empty list. */
function withLabels(
  wanted: readonly string[] | Presence | undefined,
  joinedBy: 'AND' | 'OR',
): Condition[] {
  if (wanted === undefined || wanted.length === 0) return []
  if (wanted === 'none') return [({ labels }) => labels.length === 0]
  if (wanted === 'any') return [({ labels }) => labels.length > 0]
  const titles = new Set(wanted)
  return joinedBy === 'OR'
    ? [({ labels }) => labels.some((title) => titles.has(title))]
    : [({ labels }) => labels.filter((title) => titles.has(title)).length === titles.size]
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

/** The user that a filter requires, by id or username. */
export interface WantedUser {
  readonly id?: number | Presence | undefined
  readonly username?: string | undefined
}

/** Returns the conditions that one of a record's users is the required one. */
export function ofUser<R>(
  context: Context,
  idsOf: (record: R) => readonly number[],
  { id, username }: WantedUser,
): Condition<R>[] {
  return [id, userIdOf(context, username)].flatMap((wanted) => {
    if (wanted === undefined) return []
    if (wanted === 'none') return [(record: R) => idsOf(record).length === 0]
    if (wanted === 'any') return [(record: R) => idsOf(record).length > 0]
    return [(record: R) => idsOf(record).includes(wanted)]
  })
}

export function timeConditions(filters: ListFilters): Condition[] {
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
  (record) =>
    record[field] >= time

const before =
  (field: TimeField, time: string): Condition =>
  (record) =>
    record[field] <= time

/** Returns the condition on the caller's award; none for an anonymous caller. */
export function withReaction(
  { store, viewer: { user } }: Context,
  type: 'Issue' | 'MergeRequest',
  wanted: ListFilters['my_reaction_emoji'],
): Condition[] {
  if (wanted === undefined || !user) return []
  const given = store.awardEmoji
    .by('user_id', user.id)
    .filter(({ awardable_type }) => awardable_type === type)
    .filter(({ name }) => typeof wanted === 'string' || name === wanted.name)
  const ids = new Set(given.map(({ awardable_id }) => awardable_id))
  return [({ id }) => ids.has(id) === (wanted !== 'none')]
}

/** Returns the condition that every word of a search occurs in one of the texts. */
export function withWords({
  search,
  searched = ['title', 'description'],
}: ListFilters): Condition[] {
  const hasWords = wordTest(search)
  return hasWords ? [(record) => hasWords(searched.map((name) => record[name]))] : []
}
