import { notFound } from '../../../contract/errors.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context, ProjectContext } from '../../domain/context.ts'
import {
  changeLabel,
  checkLabelChanges,
  checkNewLabel,
  createLabel,
  type LabelRequest,
  mustPlan,
  removeLabel,
} from '../../domain/labels/change.ts'
import { labelCounter } from '../../domain/labels/counts.ts'
import { type LabelReach, labelNamed, labelsOf } from '../../domain/labels/list.ts'
import { checkLabelPromotion, promoteLabel } from '../../domain/labels/promote.ts'
import { type Holder, ofGroup, ofProject } from '../../domain/place.ts'
import { checkLabelSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { labelOfProject, labelResource } from '../../resources/v4/label.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/labels.yaml. */
export const labels = {
  listLabelsOfProject(context, { with_counts, ...asked }) {
    const countsOf = with_counts ? labelCounter(context) : undefined
    const found = labelsOf(context, ofProject(context), asked)
    return list(found, (label) => labelOfProject(label, context, countsOf))
  },

  getLabelOfProject: (context, { name, ...reach }) =>
    labelOfProject(existingLabel(context, ofProject(context), name, reach), context),

  createLabelOfProject: (context, request) =>
    labelOfProject(create(context, ofProject(context), request), context),

  updateLabelOfProject: (context, { name, ...request }) =>
    labelOfProject(change(context, ofProject(context), name, request), context),

  updateNamedLabelOfProject: (context, { label_id, name, ...request }) =>
    labelOfProject(change(context, ofProject(context), nameIn(label_id, name), request), context),

  deleteLabelOfProject: (context, { name }) => remove(context, ofProject(context), name),

  deleteNamedLabelOfProject: (context, { label_id, name }) =>
    remove(context, ofProject(context), nameIn(label_id, name)),

  promoteLabel: (context, { name }) => promote(context, name),
  promoteNamedLabel: (context, { name }) => promote(context, name),

  subscribeToLabelOfProject: (context, { name }) =>
    labelOfProject(subscribe(context, ofProject(context), name, true), context),

  unsubscribeFromLabelOfProject: (context, { name }) =>
    labelOfProject(subscribe(context, ofProject(context), name, false), context),

  listLabelsOfGroup(context, { with_counts, ...asked }) {
    const countsOf = with_counts ? labelCounter(context) : undefined
    const found = labelsOf(context, ofGroup(context), asked)
    return list(found, (label) => labelResource(label, context, countsOf))
  },

  getLabelOfGroup: (context, { name, ...reach }) =>
    labelResource(existingLabel(context, ofGroup(context), name, reach), context),

  createLabelOfGroup: (context, request) =>
    labelResource(create(context, ofGroup(context), request), context),

  updateLabelOfGroup: (context, { name, ...request }) =>
    labelResource(change(context, ofGroup(context), name, request), context),

  updateNamedLabelOfGroup: (context, { label_id, name, ...request }) =>
    labelResource(change(context, ofGroup(context), nameIn(label_id, name), request), context),

  deleteLabelOfGroup: (context, { name }) => remove(context, ofGroup(context), name),

  deleteNamedLabelOfGroup: (context, { label_id, name }) =>
    remove(context, ofGroup(context), nameIn(label_id, name)),

  subscribeToLabelOfGroup: (context, { name }) =>
    labelResource(subscribe(context, ofGroup(context), name, true), context),

  unsubscribeFromLabelOfGroup: (context, { name }) =>
    labelResource(subscribe(context, ofGroup(context), name, false), context),
} satisfies OperationsOf<'v4', 'Labels'>

/** Returns the label parameter, which is either an id or a name. */
const nameIn = (id: number | undefined, name: string | undefined) => String(id ?? name)

/** Inherited labels cannot be changed through the project or group that inherits them. */
const ownOnly: LabelReach = {}

function existingLabel(
  context: Context,
  holder: Holder,
  name: string,
  reach: LabelReach,
): LabelRecord {
  const label = labelNamed(context, holder, name, reach)
  if (!label) throw notFound('Label')
  return label
}

function create(
  context: Context,
  holder: Holder,
  { name, ...request }: { readonly name: string; readonly color: string } & LabelRequest,
): LabelRecord {
  mustPlan(context, holder)
  return createLabel(context, holder, checkNewLabel(context, holder, { ...request, title: name }))
}

function change(
  context: Context,
  holder: Holder,
  name: string,
  {
    new_name,
    ...request
  }: Omit<LabelRequest, 'title'> & { readonly new_name?: string | undefined },
): LabelRecord {
  mustPlan(context, holder)
  const label = existingLabel(context, holder, name, ownOnly)
  const changes = checkLabelChanges(context, label, { ...request, title: new_name })
  return changeLabel(context, label, omitUndefined(changes))
}

function remove(context: Context, holder: Holder, name: string): undefined {
  mustPlan(context, holder)
  removeLabel(context, existingLabel(context, holder, name, ownOnly))
}

function promote(context: ProjectContext, name: string) {
  mustPlan(context, ofProject(context))
  const label = existingLabel(context, ofProject(context), name, ownOnly)
  const group = checkLabelPromotion(context, label)
  return labelResource(promoteLabel(context, label, group), context)
}

function subscribe(
  context: Context,
  holder: Holder,
  name: string,
  isSubscribed: boolean,
): LabelRecord {
  const label = existingLabel(context, holder, name, { include_ancestor_groups: true })
  checkLabelSubscription(context, label, isSubscribed)
  setSubscription(context, 'Label', label, isSubscribed)
  return label
}
