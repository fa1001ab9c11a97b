import { recordNotFound } from '../../../contract/errors.ts'
import type { ResourceEvent } from '../../../store/models/resource-event.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { IssueContext, MergeRequestContext } from '../../domain/context.ts'
import {
  labelEventResource,
  milestoneEventResource,
  stateEventResource,
} from '../../resources/v4/resource-event.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/resource-events.yaml. */
export const resourceEvents = {
  listLabelEventsOfIssue: (context) =>
    list(labelEvents(context, onIssue(context)), (one) => labelEventResource(one, context)),
  getLabelEventOfIssue: (context, { event_id }) =>
    labelEventResource(ofId(labelEvents(context, onIssue(context)), event_id), context),

  listMilestoneEventsOfIssue: (context) =>
    list(milestoneEvents(context, onIssue(context)), (one) => milestoneEventResource(one, context)),
  getMilestoneEventOfIssue: (context, { event_id }) =>
    milestoneEventResource(ofId(milestoneEvents(context, onIssue(context)), event_id), context),

  listStateEventsOfIssue: (context) =>
    list(stateEvents(context, onIssue(context)), (one) => stateEventResource(one, context)),
  getStateEventOfIssue: (context, { event_id }) =>
    stateEventResource(ofId(stateEvents(context, onIssue(context)), event_id), context),

  listLabelEventsOfMergeRequest: (context) =>
    list(labelEvents(context, onMerge(context)), (one) => labelEventResource(one, context)),
  getLabelEventOfMergeRequest: (context, { event_id }) =>
    labelEventResource(ofId(labelEvents(context, onMerge(context)), event_id), context),

  listMilestoneEventsOfMergeRequest: (context) =>
    list(milestoneEvents(context, onMerge(context)), (one) => milestoneEventResource(one, context)),
  getMilestoneEventOfMergeRequest: (context, { event_id }) =>
    milestoneEventResource(ofId(milestoneEvents(context, onMerge(context)), event_id), context),

  listStateEventsOfMergeRequest: (context) =>
    list(stateEvents(context, onMerge(context)), (one) => stateEventResource(one, context)),
  getStateEventOfMergeRequest: (context, { event_id }) =>
    stateEventResource(ofId(stateEvents(context, onMerge(context)), event_id), context),
} satisfies OperationsOf<'v4', 'Resource events'>

const onIssue = ({ issue }: Pick<IssueContext, 'issue'>) => targetKey('Issue', issue.id)

const onMerge = ({ mergeRequest }: Pick<MergeRequestContext, 'mergeRequest'>) =>
  targetKey('MergeRequest', mergeRequest.id)

type WithStore = Pick<IssueContext, 'store'>

const labelEvents = ({ store }: WithStore, key: string) =>
  store.resourceLabelEvents.by('resource', key)

const milestoneEvents = ({ store }: WithStore, key: string) =>
  store.resourceMilestoneEvents.by('resource', key)

const stateEvents = ({ store }: WithStore, key: string) =>
  store.resourceStateEvents.by('resource', key)

function ofId<Event extends ResourceEvent>(events: readonly Event[], id: number): Event {
  const event = events.find((one) => one.id === id)
  if (!event) throw recordNotFound()
  return event
}
