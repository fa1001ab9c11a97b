import { labelledKey } from '../../../store/list-keys.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { usesPart } from '../../access/feature-levels.ts'
import {
  hiddenIssues,
  readsMergeRequests,
  seesMergeRequest,
} from '../../access/tracker-visibility.ts'
import type { Presentation } from '../context.ts'
import { isOpen } from '../merge-requests/states.ts'
import { projectsWith } from './labelled.ts'

/** The numbers of records with a label that the caller can see. */
export interface LabelCounts {
  readonly openIssues: number
  readonly closedIssues: number
  readonly openMergeRequests: number
}

/** Returns a function that counts for the labels of a list. The hidden issues of each project are looked up once. */
export function labelCounter(context: Presentation): (label: LabelRecord) => LabelCounts {
  const { store, viewer } = context
  const hiddenIn = new Map<number, ReadonlySet<IssueRecord>>()
  const hidden = (project: ProjectRecord) => {
    const known = hiddenIn.get(project.id) ?? new Set(hiddenIssues(context, project))
    hiddenIn.set(project.id, known)
    return known
  }
  return (label) => {
    let [openIssues, closedIssues, openMergeRequests] = [0, 0, 0]
    for (const project of projectsWith(store, label)) {
      if (!viewer.sees(project)) continue
      const key = labelledKey(project.id, label.title)
      if (usesPart(viewer, project, 'issues')) {
        const unseen = hidden(project)
        for (const issue of store.issues.by('labelled', key)) {
          if (unseen.has(issue)) continue
          if (issue.state === 'opened') openIssues += 1
          else closedIssues += 1
        }
      }
      const readsAll = readsMergeRequests(viewer, project)
      for (const one of store.mergeRequests.by('labelled', key)) {
        if (isOpen(one) && (readsAll || seesMergeRequest(viewer, project, one))) {
          openMergeRequests += 1
        }
      }
    }
    return { openIssues, closedIssues, openMergeRequests }
  }
}
