import { z } from 'zod'
import { projectPath } from './fields.ts'
import {
  seedIssue,
  seedLabelEntry,
  seedMergeRequest,
  seedMilestone,
  seedSnippet,
} from './tracker-schema.ts'

const ofProject = { project: projectPath.describe('The project that it is in.') }

/** The same lists at the top of a seed, each entry with its project. */
export const topLevelLists = {
  milestones: z.array(seedMilestone.extend(ofProject)).optional().describe('Milestones.'),
  labels: z
    .array(seedLabelEntry.extend(ofProject))
    .optional()
    .describe('Labels, each with its project.'),
  issues: z.array(seedIssue.extend(ofProject)).optional().describe('Issues.'),
  merge_requests: z
    .array(seedMergeRequest.extend(ofProject))
    .optional()
    .describe('Merge requests.'),
  snippets: z.array(seedSnippet.extend(ofProject)).optional().describe('Snippets.'),
}
