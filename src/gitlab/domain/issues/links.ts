import {
  conflict,
  forbidden,
  notFoundWith,
  recordNotFound,
  unprocessable,
} from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { IssueLinkRecord } from '../../../store/models/issue-link.ts'
import { level } from '../../access/abilities.ts'
import { seesIssue } from '../../access/tracker-visibility.ts'
import type { Context, IssueContext } from '../context.ts'
import { findProject } from '../find.ts'
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { issueOfIid } from '../tracker/iids.ts'
import { onIssue } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'

/** Returns the links of an issue to issues that the caller may see, each with the other issue, oldest first. */
export function linksOf(
  context: Context,
  issue: IssueRecord,
): { readonly link: IssueLinkRecord; readonly other: IssueRecord }[] {
  return context.store.issueLinks
    .by('issue_id', issue.id)
    .map((link) => ({ link, other: otherEnd(context, link, issue) }))
    .filter(({ other }) => seesLinked(context, other))
}

/**
 * Returns a link of an issue by its id. Throws 404 where the issue has no such link, or the caller may not see the
 * other issue.
 */
export function existingLink(
  context: Context,
  issue: IssueRecord,
  linkId: number,
): IssueLinkRecord {
  const found = linksOf(context, issue).find(({ link }) => link.id === linkId)
  if (!found) throw recordNotFound()
  return found.link
}

/** Returns the source and the target of a link. */
export function endsOf(
  { store }: Pick<Context, 'store'>,
  { id, source_id, target_id }: IssueLinkRecord,
): [source: IssueRecord, target: IssueRecord] {
  const [source, target] = [store.issues.get(source_id), store.issues.get(target_id)]
  if (!source || !target) throw new Error(`The link ${id} names an issue that is not there.`)
  return [source, target]
}

/** Returns the issue at the other end of a link. */
export function otherEnd(
  context: Pick<Context, 'store'>,
  link: IssueLinkRecord,
  { id }: IssueRecord,
): IssueRecord {
  const [source, target] = endsOf(context, link)
  return source.id === id ? target : source
}

function seesLinked(context: Context, issue: IssueRecord): boolean {
  return seesIssue(context.viewer, existingProject(context, issue.project_id), issue)
}

/**
 * Returns the issue that a request links to.
 * Throws 404 where the caller may not see it, 403 without membership in both projects, 409 where the issues are
 * already linked, and 422 for the issue itself.
 */
export function checkIssueLink(
  context: IssueContext,
  projectName: number | string,
  iid: number,
): IssueRecord {
  const { store, viewer, issue } = context
  const project = findProject(store, projectName)
  if (!project || !viewer.sees(project)) throw recordNotFound()
  const target = issueOfIid(store, project, iid)
  if (!target || !seesIssue(viewer, project, target)) {
    throw notFoundWith('No matching issue found. Make sure that you are adding a valid issue URL.')
  }
  mustLink(context, target)
  if (target.id === issue.id) {
    throw unprocessable(`#${target.iid} cannot be added: cannot be related to itself`)
  }
  const links = store.issueLinks.by('issue_id', issue.id)
  if (links.some(({ source_id, target_id }) => [source_id, target_id].includes(target.id))) {
    throw conflict('Issue(s) already assigned')
  }
  return target
}

function mustLink(context: IssueContext, other: IssueRecord): void {
  mustBeWritable(context, context.project)
  if (mayLink(context, other)) return
  throw forbidden("Couldn't link issues. You must have at least the Guest role in both projects.")
}

/**
 * Throws 404 where the caller is not a member of both issues' projects
 * (app/services/issuable_links/destroy_service.rb).
 */
export function mustUnlink(context: IssueContext, other: IssueRecord): void {
  mustBeWritable(context, context.project)
  if (!mayLink(context, other)) throw notFoundWith('No Issue Link found')
}

function mayLink(context: IssueContext, other: IssueRecord): boolean {
  const { viewer, project } = context
  const projects = [project, existingProject(context, other.project_id)]
  return viewer.isAdmin || projects.every((one) => viewer.projectLevel(one) >= level.guest)
}

/** Links two issues, with a system note on each. */
export function linkIssues(
  context: Context,
  source: IssueRecord,
  target: IssueRecord,
): IssueLinkRecord {
  const { store, now } = context
  const fields = { source_id: source.id, target_id: target.id, created_at: now, updated_at: now }
  const link = store.issueLinks.insert(fields)
  noteOnBoth(context, [source, target], 'marked this issue as related to')
  return link
}

/** Links two issues from a seed, unless they are linked: a seed may list a link at both issues. */
export function addIssueLink(context: Context, source: IssueRecord, target: IssueRecord): void {
  const links = context.store.issueLinks.by('issue_id', source.id)
  const isThere = links.some((link) => [link.source_id, link.target_id].includes(target.id))
  if (!isThere && source.id !== target.id) linkIssues(context, source, target)
}

/** Removes a link, with a system note on each issue. */
export function unlinkIssues(context: Context, link: IssueLinkRecord): void {
  const ends = endsOf(context, link)
  context.store.issueLinks.remove(link)
  noteOnBoth(context, ends, 'removed the relation with')
}

function noteOnBoth(
  context: Context,
  [one, other]: readonly [IssueRecord, IssueRecord],
  text: string,
): void {
  for (const [on, named] of [
    [one, other],
    [other, one],
  ] as const) {
    const project = existingProject(context, on.project_id)
    const reference = `#${named.iid}`
    const full =
      named.project_id === on.project_id
        ? reference
        : `${pathWithNamespace(context, existingProject(context, named.project_id))}${reference}`
    addSystemNote(context, onIssue({ project, issue: on }), `${text} ${full}`)
  }
}
