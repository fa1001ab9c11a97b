import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import type { Presentation } from './presentation.ts'

/** No issue can be open where the store keeps none: does not compile once it does. */
type NoIssues = 'issues' extends keyof Store ? never : 0

/** How many issues of a project are open. */
export const openIssuesCount = (_project: ProjectRecord, _: Presentation): NoIssues => 0
