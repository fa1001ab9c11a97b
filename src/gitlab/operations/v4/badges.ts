import { forbidden, recordNotFound } from '../../../contract/errors.ts'
import type { BadgeRecord } from '../../../store/models/badge.ts'
import {
  addBadge,
  addressRenderer,
  type BadgeAttributes,
  type BadgeOwner,
  badgesOf,
  changeBadge,
  checkBadge,
  removeBadge,
} from '../../domain/badges.ts'
import type { Context } from '../../domain/context.ts'
import { badgeRendered, badgeResource } from '../../resources/v4/badge.ts'
import { list } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/badges.yaml for projects and groups. */
export const badges = {
  listProjectBadges: (context, { name }) => listBadges(context, ofProject(context), name),
  getProjectBadge: (context, { badge_id }) => getBadge(context, ofProject(context), badge_id),
  renderProjectBadge: (context, request) => render(context, ofProject(context), request),
  createProjectBadge: (context, request) => create(context, ofProject(context), request),
  updateProjectBadge: (context, { badge_id, ...request }) =>
    update(context, ofProject(context), badge_id, request),
  deleteProjectBadge: (context, { badge_id }) => remove(context, ofProject(context), badge_id),

  listGroupBadges: (context, { name }) => listBadges(context, ofGroup(context), name),
  getGroupBadge: (context, { badge_id }) => getBadge(context, ofGroup(context), badge_id),
  renderGroupBadge: (context, request) => render(context, ofGroup(context), request),
  createGroupBadge: (context, request) => create(context, ofGroup(context), request),
  updateGroupBadge: (context, { badge_id, ...request }) =>
    update(context, ofGroup(context), badge_id, request),
  deleteGroupBadge: (context, { badge_id }) => remove(context, ofGroup(context), badge_id),
} satisfies OperationsOf<'v4', 'Badges'>

function ofProject({ project }: Extract<BadgeOwner, { project: object }>): BadgeOwner {
  return { project }
}

function ofGroup({ group }: Extract<BadgeOwner, { group: object }>): BadgeOwner {
  return { group }
}

function listBadges(context: Context, owner: BadgeOwner, name: string | undefined) {
  const found = badgesOf(context, owner).filter((one) => name === undefined || one.name === name)
  const render = addressRenderer(context, owner.project)
  return list(found, (one) => badgeResource(one, render))
}

function present(context: Context, { project }: BadgeOwner, badge: BadgeRecord) {
  return badgeResource(badge, addressRenderer(context, project))
}

function getBadge(context: Context, owner: BadgeOwner, id: number) {
  return present(context, owner, existingBadge(context, owner, id))
}

type Addresses = Pick<BadgeRecord, 'link_url' | 'image_url'>

function render(context: Context, owner: BadgeOwner, { link_url, image_url }: Addresses) {
  mustManage(context, owner)
  checkBadge({ link_url, image_url })
  const badge = { name: null, link_url, image_url }
  return badgeRendered(badge, addressRenderer(context, owner.project))
}

function create(context: Context, owner: BadgeOwner, request: Addresses & BadgeAttributes) {
  mustManage(context, owner)
  checkBadge(request)
  return present(context, owner, addBadge(context, owner, request))
}

function update(context: Context, owner: BadgeOwner, id: number, request: BadgeAttributes) {
  mustManage(context, owner)
  const badge = changeableBadge(context, owner, id)
  checkBadge(request)
  return present(context, owner, changeBadge(context, badge, request))
}

function remove(context: OperationContext, owner: BadgeOwner, id: number): undefined {
  mustManage(context, owner)
  const badge = changeableBadge(context, owner, id)
  mustBeUnmodified(context, badge.updated_at)
  removeBadge(context, badge)
}

function mustManage({ viewer }: Context, { project, group }: BadgeOwner): void {
  if (project) viewer.must('admin_project', project)
  else viewer.mustInGroup('admin_group', group)
}

function existingBadge(context: Context, owner: BadgeOwner, id: number): BadgeRecord {
  const badge = badgesOf(context, owner).find((one) => one.id === id)
  if (!badge) throw recordNotFound()
  return badge
}

/** Returns a badge for an update. Throws 403 for a badge of a group that a project inherits. */
function changeableBadge(context: Context, owner: BadgeOwner, id: number): BadgeRecord {
  const badge = existingBadge(context, owner, id)
  if (owner.project && badge.project_id === null) throw forbidden()
  return badge
}
