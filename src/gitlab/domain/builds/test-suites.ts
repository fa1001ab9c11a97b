import { archivedFiles, extract } from '../../../ci/artifact-archive.ts'
import type { TestCase } from '../../../ci/junit.ts'
import { matchesPath, readPathGlob } from '../../../ci/path-globs.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { artifactsOf } from './artifacts.ts'
import { currentBuilds } from './status.ts'

/** The tests of all jobs with a name. */
export interface TestSuite {
  readonly name: string
  readonly buildIds: readonly number[]
  /** The error of an invalid report; null for valid ones. */
  readonly error: string | null
  /** The tests by status, the slowest of each first. */
  readonly cases: readonly TestCase[]
  /** The time of all tests in seconds, including duplicates. */
  readonly time: number
}

/**
 * The maximum size of a report, as in GitLab (doc/ci/testing/unit_test_reports.md, "File size limits"); larger ones are
 * ignored.
 */
const MAX_REPORT_BYTES = 30 * 10 ** 6

/** The order of statuses in a report. */
const statuses = ['error', 'failed', 'success', 'skipped'] as const

/** Reads the test reports of a pipeline from the current artifacts of its jobs. */
export async function testSuites(
  { store, now }: SystemContext,
  { id }: PipelineRecord,
): Promise<TestSuite[]> {
  const builds = currentBuilds(store, id)
  const read = await Promise.all(
    builds.map(async (build) => ({ build, ...(await testsOf(build, now)) })),
  )
  const withReports = read.filter(({ reports }) => reports > 0)
  const names = new Set(withReports.map(({ build }) => suiteName(build)))
  return [...names].map((name) => {
    const parts = withReports.filter(({ build }) => suiteName(build) === name)
    const error = parts.find((part) => part.error !== null)?.error ?? null
    const cases = error === null ? parts.flatMap((part) => part.cases) : []
    return {
      name,
      buildIds: parts.map(({ build }) => build.id),
      error,
      cases: inOrder(oneOfEach(cases)),
      time: cases.reduce((sum, { time }) => sum + time, 0),
    }
  })
}

/**
 * Returns the suite of a job. Parallel jobs (`parallel: 3`) share one (`group_name` in app/models/commit_status.rb).
 */
function suiteName({ name }: BuildRecord): string {
  return name.replace(/ \d+\/\d+$/, '')
}

async function testsOf(build: BuildRecord, now: string) {
  const { junit_reports } = build
  const artifacts = artifactsOf(build, now)
  const cases: TestCase[] = []
  let reports = 0
  let error: string | null = null
  if (!artifacts || junit_reports.length === 0) return { cases, reports, error }
  try {
    const { readJunit } = await import('../../../ci/junit.ts')
    const globs = junit_reports.map(readPathGlob)
    for (const file of archivedFiles(artifacts.bytes)) {
      if (file.size > MAX_REPORT_BYTES || !matchesPath(globs, file.path)) continue
      reports += 1
      for (const one of readJunit(new TextDecoder().decode(await extract(file)))) cases.push(one)
    }
  } catch (problem) {
    error = `JUnit XML parsing failed: ${problem instanceof Error ? problem.message : problem}`
  }
  return { cases, reports, error }
}

function inOrder(cases: readonly TestCase[]): TestCase[] {
  return statuses.flatMap((status) =>
    cases.filter((one) => one.status === status).sort((a, b) => b.time - a.time),
  )
}

/** Removes duplicates with the same suite, class, name and status; the last one stays. */
function oneOfEach(cases: readonly TestCase[]): TestCase[] {
  const keyOf = ({ status, suiteName, classname, name }: TestCase) =>
    JSON.stringify([status, suiteName, classname, name])
  return [...new Map(cases.map((one) => [keyOf(one), one])).values()]
}
