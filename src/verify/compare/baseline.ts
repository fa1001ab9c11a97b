import { isObject } from '../story/bodies.ts'
import type { ComparisonSummary } from './options.ts'

const FORMAT = 'forgery-compare-baseline'

/** Formats the differences of a run as a baseline: known ones that were seen again stay in it, others are dropped. */
export function baselineOf({ differences, stillThere }: ComparisonSummary): string {
  const keys = [...new Set([...stillThere, ...differences.map(({ key }) => key)])].sort()
  return `${JSON.stringify({ format: FORMAT, version: 1, differences: keys }, null, 2)}\n`
}

/** Parses the keys of a baseline. Throws an Error where the text is malformed. */
export function readCompareBaseline(text: string): readonly string[] {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || value.format !== FORMAT || !Array.isArray(value.differences)) {
    throw new Error('it is no baseline of `forgery compare`')
  }
  return value.differences.map(String)
}
