import type { TestReport, TestReportSummary } from '../../../contract/generated/v4/contract.ts'
import type { TestSuite } from '../../domain/builds/test-suites.ts'

type TestCase = TestSuite['cases'][number]

/** Returns the test report of a pipeline (`schemas/v4/resources/test-report.json`). */
export function testReport(suites: readonly TestSuite[]): TestReport {
  return {
    ...countsOf(suites),
    test_suites: suites.map((suite) => ({
      name: suite.name,
      ...countsOf([suite]),
      suite_error: suite.error,
      test_cases: suite.cases.map(testCase),
    })),
  }
}

/** Returns the summary of a test report (`schemas/v4/resources/test-report-summary.json`). */
export function testReportSummary(suites: readonly TestSuite[]): TestReportSummary {
  const total = countsOf(suites)
  return {
    total: {
      time: total.total_time,
      count: total.total_count,
      success: total.success_count,
      failed: total.failed_count,
      skipped: total.skipped_count,
      error: total.error_count,
      suite_error: suites.find(({ error }) => error !== null)?.error ?? null,
    },
    test_suites: suites.map((suite) => ({
      name: suite.name,
      ...countsOf([suite]),
      build_ids: [...suite.buildIds],
      suite_error: suite.error,
    })),
  }
}

function countsOf(suites: readonly TestSuite[]) {
  const all = suites.flatMap(({ cases }) => cases)
  const count = (status: TestCase['status']) => all.filter((one) => one.status === status).length
  return {
    total_time: suites.reduce((sum, { time }) => sum + time, 0),
    total_count: all.length,
    success_count: count('success'),
    failed_count: count('failed'),
    skipped_count: count('skipped'),
    error_count: count('error'),
  }
}

function testCase({ status, name, classname, file, time, output }: TestCase) {
  return {
    status,
    name,
    classname,
    file,
    execution_time: time,
    system_output: output,
    stack_trace: null,
    recent_failures: null,
  }
}
