import { z } from '../shared/zod.ts'
import { projectPath } from './fields.ts'
import {
  seedIssue,
  seedLabelEntry,
  seedMergeRequest,
  seedMilestone,
  seedSnippet,
} from './tracker-schema.ts'

const ofProject = { project: projectPath.check(z.describe('The project that it is in.')) }

/** The same lists at the top of a seed, each entry with its project. */
export const topLevelLists = {
  milestones: z
    .optional(z.array(z.extend(seedMilestone, ofProject)))
    .check(z.describe('Milestones.')),
  labels: z
    .optional(z.array(z.extend(seedLabelEntry, ofProject)))
    .check(z.describe('Labels, each with its project.')),
  issues: z.optional(z.array(z.extend(seedIssue, ofProject))).check(z.describe('Issues.')),
  merge_requests: z
    .optional(z.array(z.extend(seedMergeRequest, ofProject)))
    .check(z.describe('Merge requests.')),
  snippets: z.optional(z.array(z.extend(seedSnippet, ofProject))).check(z.describe('Snippets.')),
}
