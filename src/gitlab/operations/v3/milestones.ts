import { recordNotFound } from '../../../contract/errors.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { mustPlan } from '../../domain/labels/change.ts'
import {
  changeMilestone,
  checkMilestoneChanges,
  checkNewMilestone,
  createMilestone,
  type MilestoneRequest,
} from '../../domain/milestones/change.ts'
import { issuesPlannedFor, milestonesOf, mustReadMilestones } from '../../domain/milestones/list.ts'
import { ofProject } from '../../domain/place.ts'
import { issueResource } from '../../resources/v3/issue.ts'
import { milestoneOf } from '../../resources/v3/milestone.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/milestones.yaml. */
export const milestones = {
  listMilestonesOfProject(context, { state, iid }) {
    mustReadMilestones(context, ofProject(context))
    const found = milestonesOf(context, ofProject(context), { state, iids: iid })
    return list(
      found.toSorted((a, b) => a.id - b.id),
      (milestone) => milestoneOf(milestone, context.project.id),
    )
  },

  getMilestoneOfProject(context, { milestone_id }) {
    mustReadMilestones(context, ofProject(context))
    return milestoneOf(existing(context, milestone_id), context.project.id)
  },

  createMilestoneOfProject(context, { title, description, due_date, start_date }) {
    const project = ofProject(context)
    mustPlan(context, project)
    const asked = { title, description, ...daysOf({ due_date, start_date }) }
    const milestone = checkNewMilestone(context, project, asked)
    return milestoneOf(createMilestone(context, project, milestone), context.project.id)
  },

  updateMilestoneOfProject(context, { milestone_id, ...request }) {
    const project = ofProject(context)
    mustPlan(context, project)
    const { title, description, due_date, start_date, state_event } = request
    const asked = { title, description, ...daysOf({ due_date, start_date }), state_event }
    const milestone = existing(context, milestone_id)
    const changes = checkMilestoneChanges(context, project, milestone, asked)
    return milestoneOf(changeMilestone(context, milestone, changes), context.project.id)
  },

  listIssuesOfMilestoneOfProject(context, { milestone_id }) {
    mustReadMilestones(context, ofProject(context))
    const planned = issuesPlannedFor(context, existing(context, milestone_id))
    const newest = planned.toSorted((a, b) => byCreation(b, a))
    return list(newest, (issue) => issueResource(issue, context))
  },
} satisfies OperationsOf<'v3', 'Milestones'>

type Days = Pick<MilestoneRequest, 'due_date' | 'start_date'>

/** Returns the day of a time, as GitLab 8.15 stored it: python-gitlab sends `2020-01-01T00:00:00Z`. */
function daysOf({ due_date, start_date }: Days): Days {
  return {
    due_date: due_date?.slice(0, 10) ?? due_date,
    start_date: start_date?.slice(0, 10) ?? start_date,
  }
}

function existing({ store, project }: ProjectContext, id: number): MilestoneRecord {
  const milestone = store.milestones.get(id)
  if (milestone?.project_id !== project.id) throw recordNotFound()
  return milestone
}
