import type {
  MergeRequestVersion,
  MergeRequestVersionDetail,
} from '../../../contract/generated/v3/contract.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import type { MergeRequestVersionRecord } from '../../../store/models/merge-request-version.ts'
import type { MergeRequestContext } from '../../domain/context.ts'
import { commitsOfVersion } from '../../domain/merge-requests/versions.ts'
import { differencesOfVersion, unidentifiedVersion } from '../v4/merge-request-parts.ts'
import { commitResource } from './commit.ts'
import { differenceResource } from './difference.ts'

/** Returns a version (schemas/v3/resources/merge-request-version.json). */
export function mergeRequestVersion(
  version: MergeRequestVersionRecord,
  context: MergeRequestContext,
): MergeRequestVersion {
  return unidentifiedVersion(version, context)
}

/** Returns a version with its commits, newest first, and its diffs. */
export function mergeRequestVersionDetail(
  version: MergeRequestVersionRecord,
  context: MergeRequestContext,
): MergeRequestVersionDetail {
  const { store } = context
  const shown = mergeRequestVersion(version, context)
  const budget = createWorkBudget()
  const differences = shown.state === 'without_files' ? [] : differencesOfVersion(version, store)
  return {
    ...shown,
    commits: commitsOfVersion(store, version).map(commitResource),
    diffs: differences.map((one) => differenceResource(one, store, budget)),
  }
}
