import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What puts the judge to servers with faults and to servers without (`npm run test:judge`). */
const ofTheJudge = ['test/verify/**/*.test.ts']
/** What starts programs and waits for them (`npm run test:programs`). */
const ofThePrograms = [
  'test/cli/**/*.test.ts',
  'test/adapters/vitest/{reporter,unanswered-requests}.test.ts',
  'test/documentation/contributing.test.ts',
  'test/git-clients/*.test.ts',
  'test/http/memory.test.ts',
]
/** What opens pages in Debian's chromium: the console, the pages beside the API, a front-end (`npm run test:browser`). */
const ofTheBrowser = [
  'test/console/**/*.test.ts',
  'test/browser/*.test.ts',
  'test/adapters/playwright/*.test.ts',
]
/** What installs the package and asks what users of it meet: types, formats, runners, the README (`npm run test:package`). */
const ofThePackage = ['test/package/*.test.ts']

/** What takes longest. Where no earlier run has left its times, it would begin by its size, and run alone at the end. */
const longest = [
  'console/every-view',
  'documentation/contributing',
  'verify/checks/faults',
  'verify/checks/pages-under-filters',
  'verify/checks/coverage',
  'verify/checks/v4/faults',
  'verify/run/v4',
  'verify/reproduction/reproduction',
  'gitlab/access/v4/permission-matrix',
  'git/protocol/upload-pack',
  'http/transports',
  'git/growth',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(`/test/${name}.test.ts`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    // What a file was transformed to is kept by its content: half the time of a run of one file.
    experimental: { fsModuleCache: true },
    // No test is judged by how long it takes: it only is not to wait for ever, on however busy a machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Two more than there are cores: tests that start programs or hold connections wait for much of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Every test makes its own forge, so files may share what they import: it saves half the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: ['test/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            ...ofTheJudge,
            ...ofThePrograms,
            ...ofTheBrowser,
            'test/package/**',
            'test/runners/**',
            'test/runtimes/**',
            'test/examples/**',
            'test/adapters/worker/workerd/**',
          ],
          globalSetup: './test/missing-programs.ts',
          setupFiles: './test/property-seed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'judge',
          include: ofTheJudge,
          globalSetup: './test/missing-programs.ts',
          setupFiles: './test/property-seed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ofThePrograms,
          globalSetup: ['./test/missing-programs.ts', './test/package/build.ts'],
          setupFiles: './test/property-seed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ofTheBrowser,
          globalSetup: './test/missing-programs.ts',
          setupFiles: './test/property-seed.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ofThePackage,
          globalSetup: './test/package/build.ts',
        },
      },
    ],
  },
})
