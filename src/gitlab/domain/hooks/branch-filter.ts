import { compileExpression, matchesExpression } from '../../../ci/expression.ts'
import { checkReferenceName } from '../../../git/reference-name.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { matchesPattern } from '../../access/protection.ts'

type Filter = Pick<HookRecord, 'push_events_branch_filter' | 'branch_filter_strategy'>

/** Whether a hook fires for pushes to a branch; without a filter it does for all. */
export function listensTo(
  { push_events_branch_filter: filter, branch_filter_strategy: strategy }: Filter,
  branch: string,
): boolean {
  if (!filter) return true
  switch (strategy) {
    case 'wildcard':
      return matchesPattern(branch, filter)
    case 'regex':
      return matchesExpression(compileExpression(filter), branch)
    case 'all_branches':
      return true
  }
}

/** Whether a branch filter is valid. */
export function isBranchFilter({
  push_events_branch_filter: filter,
  branch_filter_strategy: strategy,
}: Filter): boolean {
  if (!filter) return true
  switch (strategy) {
    case 'wildcard':
      return checkReferenceName(filter.replaceAll('*', 'x')) === undefined
    case 'regex':
      return isExpression(filter)
    case 'all_branches':
      return true
  }
}

function isExpression(source: string): boolean {
  try {
    compileExpression(source)
    return true
  } catch {
    return false
  }
}
