import type { ProjectRecord } from '../../../store/models/project.ts'
import {
  type FeatureFlag,
  type FeatureLevel,
  featureFlag,
  partOfFlag,
} from '../../access/feature-levels.ts'

/** Returns the changes of a project for levels of features: its flags say which features are disabled. */
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

/** Returns the levels of features that a change of flags enables again. */
export function reenabledLevels(
  flags: Partial<Pick<ProjectRecord, FeatureFlag>>,
  before: ProjectRecord['feature_levels'] = {},
): Record<string, FeatureLevel> {
  const levels: Record<string, FeatureLevel> = {}
  for (const [flag, part] of Object.entries(partOfFlag) as [FeatureFlag, string][]) {
    if (flags[flag] && before[part] !== undefined) levels[part] = 'enabled'
  }
  return levels
}
