import type { ProjectRecord } from '../../../store/models/project.ts'
import {
  type FeatureFlag,
  type FeatureLevel,
  featureFlag,
  partOfFlag,
} from '../../access/feature-levels.ts'

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

/** The levels of parts that a flag turns on for everyone again, by the flags that a change names. */
export function turnedOn(
  flags: Partial<Pick<ProjectRecord, FeatureFlag>>,
  before: ProjectRecord['feature_levels'] = {},
): Record<string, FeatureLevel> {
  const levels: Record<string, FeatureLevel> = {}
  for (const [flag, part] of Object.entries(partOfFlag) as [FeatureFlag, string][]) {
    if (flags[flag] && before[part] !== undefined) levels[part] = 'enabled'
  }
  return levels
}
