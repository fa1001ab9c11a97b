import type { ProjectRecord } from '../../../store/models/project.ts'
import { type FeatureFlag, type FeatureLevel, featureFlag } from '../../access/feature-levels.ts'

/** Levels of parts as changes to a project: its flags say which parts nobody uses. */
export function featureChanges(
  levels: Readonly<Record<string, FeatureLevel>>,
  before: ProjectRecord['feature_levels'] = {},
): Partial<Pick<ProjectRecord, FeatureFlag | 'feature_levels'>> {
  const changes: Partial<Record<FeatureFlag, boolean>> = {}
  for (const [part, level] of Object.entries(levels)) {
    const flag = featureFlag(part)
    if (flag) changes[flag] = level !== 'disabled'
  }
  return Object.keys(levels).length === 0
    ? {}
    : { ...changes, feature_levels: { ...before, ...levels } }
}
