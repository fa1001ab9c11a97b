import { recordNotFound } from '../../../contract/errors.ts'
import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { Context } from '../../domain/context.ts'
import { mustPlan } from '../../domain/labels/change.ts'
import {
  changeMilestone,
  checkMilestoneChanges,
  checkNewMilestone,
  createMilestone,
  deleteMilestone,
  type MilestoneRequest,
} from '../../domain/milestones/change.ts'
import {
  issuesPlannedFor,
  mergeRequestsPlannedFor,
  milestonesOf,
  mustReadMilestones,
} from '../../domain/milestones/list.ts'
import { checkMilestonePromotion, promoteMilestone } from '../../domain/milestones/promote.ts'
import { type Holder, ofGroup, ofProject } from '../../domain/place.ts'
import { issueBasic } from '../../resources/v4/issue.ts'
import { mergeRequestResource } from '../../resources/v4/merge-request.ts'
import { milestoneResource } from '../../resources/v4/milestone.ts'
import { list } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/milestones.yaml. */
export const milestones = {
  listMilestonesOfProject: (context, asked) => listIn(context, ofProject(context), asked),
  getMilestoneOfProject: (context, asked) => getIn(context, ofProject(context), asked),
  createMilestoneOfProject: (context, asked) => createIn(context, ofProject(context), asked),
  updateMilestoneOfProject: (context, asked) => updateIn(context, ofProject(context), asked),
  deleteMilestoneOfProject: (context, asked) => deleteIn(context, ofProject(context), asked),
  listIssuesOfMilestoneOfProject: (context, asked) => issuesIn(context, ofProject(context), asked),
  listMergeRequestsOfMilestoneOfProject: (context, asked) =>
    mergeRequestsIn(context, ofProject(context), asked),

  promoteMilestone(context, asked) {
    mustPlan(context, ofProject(context))
    const milestone = existingMilestone(context, ofProject(context), asked)
    promoteMilestone(context, milestone, checkMilestonePromotion(context))
    return 200
  },

  listMilestonesOfGroup: (context, asked) => listIn(context, ofGroup(context), asked),
  getMilestoneOfGroup: (context, asked) => getIn(context, ofGroup(context), asked),
  createMilestoneOfGroup: (context, asked) => createIn(context, ofGroup(context), asked),
  updateMilestoneOfGroup: (context, asked) => updateIn(context, ofGroup(context), asked),
  deleteMilestoneOfGroup: (context, asked) => deleteIn(context, ofGroup(context), asked),
  listIssuesOfMilestoneOfGroup: (context, asked) => issuesIn(context, ofGroup(context), asked),
  listMergeRequestsOfMilestoneOfGroup: (context, asked) =>
    mergeRequestsIn(context, ofGroup(context), asked),
} satisfies OperationsOf<'v4', 'Milestones'>

type Asked = OperationTypes['getMilestoneOfProject']['parameters']

function existingMilestone(
  { store }: Context,
  holder: Holder,
  { milestone_id }: Pick<Asked, 'milestone_id'>,
): MilestoneRecord {
  const milestone = store.milestones.get(milestone_id)
  const isThere =
    holder.kind === 'project'
      ? milestone?.project_id === holder.project.id
      : milestone?.group_id === holder.group.id
  if (!milestone || !isThere) throw recordNotFound()
  return milestone
}

function listIn(
  context: Context,
  holder: Holder,
  asked: Omit<OperationTypes['listMilestonesOfGroup']['parameters'], 'id'>,
) {
  mustReadMilestones(context, holder)
  const { include_ancestors = asked.include_parent_milestones } = asked
  const found = milestonesOf(context, holder, { ...asked, include_ancestors })
  return list(found, (milestone) => milestoneResource(milestone, context))
}

function getIn(context: Context, holder: Holder, asked: Pick<Asked, 'milestone_id'>) {
  mustReadMilestones(context, holder)
  return milestoneResource(existingMilestone(context, holder, asked), context)
}

function createIn(
  context: Context,
  holder: Holder,
  { title, ...asked }: MilestoneRequest & { readonly title: string },
) {
  mustPlan(context, holder)
  const milestone = checkNewMilestone(context, holder, { ...requestIn(asked), title })
  return milestoneResource(createMilestone(context, holder, milestone), context)
}

function updateIn(
  context: Context,
  holder: Holder,
  { milestone_id, ...asked }: Pick<Asked, 'milestone_id'> & MilestoneRequest,
) {
  mustPlan(context, holder)
  const milestone = existingMilestone(context, holder, { milestone_id })
  const changes = checkMilestoneChanges(context, holder, milestone, requestIn(asked))
  return milestoneResource(changeMilestone(context, milestone, changes), context)
}

function deleteIn(
  context: OperationContext,
  holder: Holder,
  asked: Pick<Asked, 'milestone_id'>,
): undefined {
  mustPlan(context, holder)
  const milestone = existingMilestone(context, holder, asked)
  mustBeUnmodified(context, milestone.updated_at)
  deleteMilestone(context, milestone)
}

function issuesIn(context: Context, holder: Holder, asked: Pick<Asked, 'milestone_id'>) {
  mustReadMilestones(context, holder)
  const milestone = existingMilestone(context, holder, asked)
  return list(issuesPlannedFor(context, milestone), (issue) => issueBasic(issue, context))
}

function mergeRequestsIn(context: Context, holder: Holder, asked: Pick<Asked, 'milestone_id'>) {
  mustReadMilestones(context, holder)
  const milestone = existingMilestone(context, holder, asked)
  const found = mergeRequestsPlannedFor(context, milestone)
  return list(found, (one) => mergeRequestResource(one, context, { place: holder }))
}

/** Returns the attributes of a milestone in a request, with the day of a time. */
function requestIn(asked: MilestoneRequest): MilestoneRequest {
  const { title, description, state_event, due_date, start_date } = asked
  return {
    title,
    description,
    state_event,
    due_date: due_date?.slice(0, 'YYYY-MM-DD'.length) ?? due_date,
    start_date: start_date?.slice(0, 'YYYY-MM-DD'.length) ?? start_date,
  }
}
