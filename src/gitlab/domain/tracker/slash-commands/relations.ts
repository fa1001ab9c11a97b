import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../../store/models/project.ts'
import type { Context } from '../../context.ts'
import { findProject } from '../../find.ts'
import { milestoneFor } from '../milestones.ts'
import { referencesIn, resolveReferences } from '../references.ts'
import { type Commands, type CommandTarget, mayPlan } from './command.ts'

/** The commands of later releases for relations to other issues and projects. */
export const relationCommands: Commands = {
  duplicate: {
    needsArgument: true,
    isAvailable: isOfIssue,
    run(context, target, argument) {
      const [canonical] = othersNamed(context, target, argument)
      return canonical ? { canonical_issue_id: canonical.id } : {}
    },
  },
  relate: {
    needsArgument: true,
    isAvailable: (context, target) => target.type === 'Issue' && mayPlan(context, target),
    run(context, target, argument, { related_issue_ids = [] }) {
      const ids = othersNamed(context, target, argument).map(({ id }) => id)
      return { related_issue_ids: [...related_issue_ids, ...ids] }
    },
  },
  unlink: {
    needsArgument: true,
    isAvailable: isOfIssue,
    run(context, target, argument, { unrelated_issue_ids = [] }) {
      const ids = othersNamed(context, target, argument).map(({ id }) => id)
      return { unrelated_issue_ids: [...unrelated_issue_ids, ...ids] }
    },
  },
  move: {
    needsArgument: true,
    isAvailable: isOfIssue,
    run(context, { project }, argument) {
      const place = placeOf(context, argument)
      return place && place.id !== project.id ? { moved_to_project_id: place.id } : {}
    },
  },
  clone: {
    needsArgument: false,
    isAvailable: isOfIssue,
    run(context, { project }, argument) {
      const path = argument.replace('--with_notes', '').trim()
      const place = path === '' ? project : placeOf(context, path)
      const with_notes = argument.includes('--with_notes')
      return place ? { cloned_to: { project_id: place.id, with_notes } } : {}
    },
  },
  copy_metadata: {
    needsArgument: true,
    isAvailable: mayPlan,
    run(context, { project }, argument, { labels }) {
      const source = recordNamed(context, project, argument)
      if (!source) return {}
      const { remove = [], replace } = labels ?? {}
      const milestone = milestoneFor(context.store, project, source.milestone_id ?? 0)
      return {
        labels: { add: [...(labels?.add ?? []), ...source.labels], remove, replace },
        ...(milestone ? { milestone_id: milestone.id } : {}),
      }
    },
  },
}

function isOfIssue(context: Context, target: CommandTarget): boolean {
  return target.type === 'Issue' && target.record !== undefined && mayPlan(context, target)
}

/** Finds the other visible issues of an argument such as `#1 group/project#2`. */
function othersNamed(
  context: Context,
  { project, record }: CommandTarget,
  argument: string,
): IssueRecord[] {
  return resolveReferences(context, project, referencesIn(argument, context)).flatMap((found) =>
    found.type === 'Issue' && found.issue.id !== record?.id ? found.issue : [],
  )
}

function recordNamed(
  context: Context,
  project: ProjectRecord,
  argument: string,
): IssueRecord | MergeRequestRecord | undefined {
  const [found] = resolveReferences(context, project, referencesIn(argument, context))
  return found && (found.type === 'Issue' ? found.issue : found.mergeRequest)
}

/** Finds a project where the caller may plan issues. */
function placeOf({ store, viewer }: Context, path: string): ProjectRecord | undefined {
  const project = findProject(store, path)
  return project && viewer.can('admin_issues', project) && project.issues_enabled
    ? project
    : undefined
}
