import { notFound } from '../../../contract/errors.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  changeLabel,
  checkLabelChanges,
  checkNewLabel,
  createLabel,
  mustPlan,
  removeLabel,
} from '../../domain/labels/change.ts'
import { labelCounter } from '../../domain/labels/counts.ts'
import { labelNamed, labelsOf } from '../../domain/labels/list.ts'
import { ofProject } from '../../domain/place.ts'
import { checkLabelSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { labelResource } from '../../resources/v3/label.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/labels.yaml. */
export const labels = {
  listLabelsOfProject(context) {
    const countsOf = labelCounter(context)
    const found = labelsOf(context, ofProject(context), inherited)
    return found.map((label) => labelResource(label, context, countsOf))
  },

  createLabelOfProject(context, { name, ...request }) {
    const project = ofProject(context)
    mustPlan(context, project)
    const label = checkNewLabel(context, project, { ...request, title: name })
    return present(context, createLabel(context, project, label))
  },

  updateNamedLabelOfProject(context, { name, new_name, color, description, priority }) {
    mustPlan(context, ofProject(context))
    const label = labelNamed(context, ofProject(context), name, {})
    if (label?.title !== name) throw notFound('Label not found')
    const asked = { title: new_name, color, description, priority }
    const changes = checkLabelChanges(context, label, asked)
    return present(context, changeLabel(context, label, omitUndefined(changes)))
  },

  deleteNamedLabelOfProject(context, { name }) {
    mustPlan(context, ofProject(context))
    const label = labelNamed(context, ofProject(context), name, {})
    if (label?.title !== name) throw notFound('Label')
    const removed = present(context, label)
    removeLabel(context, label)
    return removed
  },

  subscribeToLabelOfProject: (context, { label_id }) => subscribe(context, label_id, true),
  unsubscribeFromLabelOfProject: (context, { label_id }) => subscribe(context, label_id, false),
} satisfies OperationsOf<'v3', 'Labels'>

/** Labels of ancestor groups are included. */
const inherited = { include_ancestor_groups: true } as const

function present(context: ProjectContext, label: LabelRecord) {
  return labelResource(label, context, labelCounter(context))
}

function subscribe(context: ProjectContext, name: string, isSubscribed: boolean) {
  const label = labelNamed(context, ofProject(context), name, inherited)
  if (!label) throw notFound('Label')
  checkLabelSubscription(context, label, isSubscribed)
  setSubscription(context, 'Label', label, isSubscribed)
  return present(context, label)
}
