import type { IssueLink, RelatedIssue } from '../../../contract/generated/v4/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { IssueLinkRecord } from '../../../store/models/issue-link.ts'
import type { Context } from '../../domain/context.ts'
import { endsOf } from '../../domain/issues/links.ts'
import { existingProject } from '../../domain/lookups.ts'
import { issueBasic, issueResource } from './issue.ts'

/** Returns a link between two issues (schemas/v4/resources/issue-link.json). */
export function issueLinkResource(link: IssueLinkRecord, context: Context): IssueLink {
  const [source, target] = endsOf(context, link)
  return {
    id: link.id,
    source_issue: issueBasic(source, context),
    target_issue: issueBasic(target, context),
    link_type: 'relates_to',
  }
}

/** Returns the issue at the other end of a link (schemas/v4/resources/related-issue.json). */
export function relatedIssue(
  link: IssueLinkRecord,
  other: IssueRecord,
  context: Context,
): RelatedIssue {
  const project = existingProject(context, other.project_id)
  return {
    ...issueResource(other, context, { place: { kind: 'project', project } }),
    issue_link_id: link.id,
    link_type: 'relates_to',
    link_created_at: link.created_at,
    link_updated_at: link.updated_at,
  }
}
