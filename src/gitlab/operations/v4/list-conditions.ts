import { wrongParameters } from '../../../contract/errors.ts'
import type { ListConditions, MilestoneFilter } from '../../domain/tracker/list-filters.ts'

/** The parameters that lists of issues and of merge requests have in common, also those within `not`. */
export interface GivenConditions {
  readonly labels?: readonly string[] | undefined
  readonly milestone?: string | undefined
  readonly milestone_id?: keyof typeof milestoneWords | undefined
  readonly iids?: readonly number[] | undefined
  readonly author_id?: number | undefined
  readonly author_username?: string | undefined
  readonly assignee_id?: number | string | undefined
  readonly assignee_username?: readonly string[] | undefined
}

/**
 * Converts parameters to conditions of the domain. Throws 400 for those of the paid tiers. `within` is the parameter
 * that contains them, such as `not`.
 */
export function readConditions(given: GivenConditions, within?: string): ListConditions {
  const nameOf = (name: string) => (within === undefined ? name : `${within}[${name}]`)
  const { labels, assignee_username: assignees = [] } = given
  if (assignees.length > 1) {
    const problem = `allows one value, but found ${assignees.length}: ${assignees.join(', ')}`
    throw wrongParameters([{ name: nameOf('assignee_username'), problem }])
  }
  return {
    labels: labels && (presenceOfLabels(labels) ?? labels),
    milestone: milestoneOf(given),
    iids: given.iids,
    author_id: given.author_id,
    author_username: given.author_username,
    assignee_id: readUserId(given.assignee_id, nameOf('assignee_id')),
    assignee_username: assignees[0],
  }
}

/** Returns a user id, or the condition of `None` or `Any`. Throws 400 for another word. */
export function readUserId(given: number | string | undefined, name: string) {
  if (typeof given !== 'string') return given
  const found = presence(given)
  if (found) return found
  const problem = `should be an integer, 'None' or 'Any', however got ${given}`
  throw wrongParameters([{ name, problem }])
}

/** Returns the condition of `None` or `Any` in place of a name, ignoring case. */
export function presence(word: string): 'none' | 'any' | undefined {
  const folded = word.toLowerCase()
  return folded === 'none' || folded === 'any' ? folded : undefined
}

function presenceOfLabels(labels: readonly string[]): 'none' | 'any' | undefined {
  const [first = ''] = labels
  if (labels.length !== 1) return undefined
  return first.toLowerCase() === 'no label' ? 'none' : presence(first)
}

function milestoneOf({ milestone, milestone_id }: GivenConditions): MilestoneFilter | undefined {
  if (milestone_id !== undefined) return milestoneWords[milestone_id]
  if (milestone === undefined || milestone === '') return undefined
  if (milestone === '#upcoming') return 'upcoming'
  if (milestone === '#started') return 'started'
  return presence(milestone) ?? { title: milestone }
}

const milestoneWords = {
  None: 'none',
  Any: 'any',
  Upcoming: 'upcoming',
  Started: 'started',
} as const

export function isSearched(name: string): name is 'title' | 'description' {
  return name === 'title' || name === 'description'
}
