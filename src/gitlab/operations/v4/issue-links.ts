import {
  checkIssueLink,
  existingLink,
  linkIssues,
  linksOf,
  mustUnlink,
  otherEnd,
  unlinkIssues,
} from '../../domain/issues/links.ts'
import { issueLinkResource, relatedIssue } from '../../resources/v4/issue-link.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/issue-links.yaml. */
export const issueLinks = {
  listIssueLinks: (context) =>
    linksOf(context, context.issue).map(({ link, other }) => relatedIssue(link, other, context)),

  getIssueLink: (context, { issue_link_id }) =>
    issueLinkResource(existingLink(context, context.issue, issue_link_id), context),

  createIssueLink(context, { target_project_id, target_issue_iid }) {
    const target = checkIssueLink(context, target_project_id, target_issue_iid)
    return issueLinkResource(linkIssues(context, context.issue, target), context)
  },

  deleteIssueLink(context, { issue_link_id }) {
    const link = existingLink(context, context.issue, issue_link_id)
    mustUnlink(context, otherEnd(context, link, context.issue))
    const removed = issueLinkResource(link, context)
    unlinkIssues(context, link)
    return removed
  },
} satisfies OperationsOf<'v4', 'Issue links'>
