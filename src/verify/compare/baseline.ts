import { isObject } from '../story/bodies.ts'
import type { ComparisonSummary } from './options.ts'

const FORMAT = 'forgery-compare-baseline'

/** The differences of a run as a baseline: known ones that are still there stay in it, those that are gone do not. */
export function baselineOf({ differences, stillThere }: ComparisonSummary): string {
  const keys = [...new Set([...stillThere, ...differences.map(({ key }) => key)])].sort()
  return `${JSON.stringify({ format: FORMAT, version: 1, differences: keys }, null, 2)}\n`
}

/** The keys of the differences that a baseline knows. Throws an Error where the text is none. */
export function readCompareBaseline(text: string): readonly string[] {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || value.format !== FORMAT || !Array.isArray(value.differences)) {
    throw new Error('it is no baseline of `forgery compare`')
  }
  return value.differences.map(String)
}
