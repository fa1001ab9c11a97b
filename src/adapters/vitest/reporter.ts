/** `forgery/vitest/reporter`: reports which operations of the API the tests exercised, across all workers. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { createForge } from '../../forge/create-forge.ts'
import { checkOptions, type OptionRules } from '../../shared/options.ts'
import {
  coverageLines,
  coverageWith,
  type Exercised,
  type ListedOperations,
  percent,
} from './coverage.ts'
import { checkVersion } from './version.ts'

/** The options of the reporter. */
export interface CoverageReporterOptions {
  /**
   * The minimum share of exercised operations, 0 to 1; the run fails below it. 0 by default. It is not enforced where
   * only a part of the tests runs: by the name of a file or a test, by a shard, or again in watch mode.
   */
  readonly threshold?: number
  /** The operations that are printed: `'exercised'` (the default), `'all'` or `'none'`. */
  readonly operations?: ListedOperations
}

const optionRules: OptionRules<CoverageReporterOptions> = {
  threshold: {
    mustBe: 'a number from 0 to 1, such as 0.25 for a quarter of the operations',
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  operations: {
    mustBe: '`exercised`, `all` or `none`',
    accepts: (value) => ['exercised', 'all', 'none'].includes(String(value)),
  },
}

/**
 * A reporter for vitest. After the run it prints which operations and statuses the tests of `forgeTest` exercised,
 * across all workers, and fails the run where they are too few. vitest instantiates the default export of the module
 * that its configuration names.
 * @example
 * // vitest.config.js
 * export default {
 *   test: { reporters: ['default', ['forgery/vitest/reporter', { threshold: 0.25 }]] },
 * }
 */
export default class CoverageReporter implements Reporter {
  private vitest: Vitest | undefined
  private readonly options: CoverageReporterOptions

  /** @throws TypeError where an option is unknown or wrong. */
  constructor(options: CoverageReporterOptions = {}) {
    checkOptions('forgery/vitest/reporter', options, optionRules)
    this.options = options
  }

  onInit(vitest: Vitest): void {
    checkVersion(vitest.version)
    this.vitest = vitest
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const { threshold = 0, operations = 'exercised' } = this.options
    const nothing = (await createForge()).coverage()
    const coverage = coverageWith(nothing, modules.flatMap(exercisedBy))
    this.vitest?.logger.log(`\n${coverageLines(coverage, operations).join('\n')}`)
    if (coverage.share >= threshold) return
    if (this.vitest && (await isFiltered(this.vitest, modules))) {
      const left = `The threshold of ${percent(threshold)} is left out: not all tests ran.`
      this.vitest.logger.log(left)
      return
    }
    this.vitest?.logger.error(
      `The tests exercise ${percent(coverage.share)} of the operations; the threshold is ${percent(threshold)}.`,
    )
    process.exitCode = 1
  }
}

/** Whether only a part of the tests ran. */
async function isFiltered(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const { testNamePattern, tagsFilter } = vitest.config
  if (testNamePattern !== undefined || (tagsFilter?.length ?? 0) > 0) return true
  return modules.length < (await vitest.globTestSpecifications()).length
}

/** Returns what the tests of a file, and the file itself, recorded in their metadata. */
function exercisedBy(module: TestModule): Exercised[] {
  const metas = [module.meta(), ...[...module.children.allTests()].map((test) => test.meta())]
  return metas.flatMap(({ forgery }) => (forgery ? [forgery] : []))
}
