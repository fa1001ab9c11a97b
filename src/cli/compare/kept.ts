import { writeFileSync } from 'node:fs'
import {
  baselineOf,
  type ComparedDifference,
  type ComparisonSummary,
  jsonReport,
  script,
} from '../../verify/compare/index.ts'
import { type OptionValues, repeatedOption, UsageError } from '../command.ts'
import { checkWritable } from '../reports.ts'

type Write = (summary: ComparisonSummary) => Promise<void>

const kinds: Readonly<Record<string, (path: string) => Write>> = {
  baseline: (path) => async (summary) => writeFileSync(path, baselineOf(summary)),
  report: (path) => async (summary) => writeFileSync(path, jsonReport(summary)),
  test: (path) => async (summary) =>
    writeFileSync(path, keptTestOf(summary.differences, summary.url)),
  script:
    (path) =>
    async ({ differences, url }) => {
      for (const [index, difference] of differences.entries()) {
        writeFileSync(numbered(path, index + 1), await script(difference, url), { mode: 0o755 })
      }
    },
}

/** Numbers file names from the second one on: `difference.sh`, `difference-2.sh`. */
function numbered(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(\.\w+)?$/, `-${number}$1`)
}

/**
 * Parses `--keep KIND=FILE`; throws a UsageError where a kind is unknown or a file cannot be written, before any
 * request is sent.
 */
export function readKept(values: OptionValues): readonly Write[] {
  return repeatedOption(values, 'keep').map((word) => {
    const [, kind = '', path = ''] = /^(\w+)=(.+)$/.exec(word) ?? []
    const keep = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!keep) {
      throw new UsageError(
        `--keep takes report=FILE, baseline=FILE, test=FILE or script=FILE, not "${word}".`,
      )
    }
    checkWritable(`--keep ${word}`, path)
    return keep(path)
  })
}

const writesInstance = /^(?:create|test|delete)SystemHook$|^updateApplicationSettings$/

/** Settings of the instance are put back after a killed run by `forgery compare --clean-up FILE`. */
const instanceLines = [
  '  instance: true,',
  "  journal: (line: string) => appendFileSync('forgery-journal.jsonl', line + '\\n'),",
]

const receiverImports = [
  `import { createServer } from 'node:http'`,
  `import { text } from 'node:stream/consumers'`,
]

/** A receiver of deliveries, at an address by which the server reaches this machine. */
const receiverLines = [
  `const hookUrl = process.env.FORGERY_HOOK_URL ?? 'http://127.0.0.1:9000'`,
  'const { hostname, port } = new URL(hookUrl)',
  'const delivered = new Map<string, string[]>()',
  'createServer(async (request, response) => {',
  `  const path = request.url ?? '/'`,
  '  delivered.set(path, [...(delivered.get(path) ?? []), await text(request)])',
  '  response.end()',
  '})',
  `  .listen(Number(port || 80), hostname === '127.0.0.1' ? hostname : undefined)`,
  '  .unref()',
  'const hookReceiver = {',
  '  url: hookUrl,',
  '  received: (address: string) => delivered.get(new URL(address).pathname) ?? [],',
  '}',
  '',
]

/**
 * Writes differences as a vitest suite, which repeats each history and passes when the server answers as Forgery does.
 */
function keptTestOf(differences: readonly ComparedDifference[], url: string): string {
  const tests = differences.map(({ operation, place, history, seed, recordedFrom }) =>
    [
      recordedFrom === undefined
        ? `/** Found by \`forgery compare --seed ${seed} --runs 1\`. */`
        : `/** Found by \`forgery compare\`, in what "${recordedFrom}" of \`forgery verify\` calls. */`,
      `it(${JSON.stringify(`${operation} answers ${place} as Forgery does`)}, async () => {`,
      '  const history: History = [',
      ...history.map((step) => `    ${JSON.stringify(step)},`),
      '  ]',
      '  expect(await replay(server, history)).toEqual([])',
      '}, 120_000)',
      '',
    ].join('\n'),
  )
  const steps = differences.flatMap(({ history }) => history)
  const isInstanceWide = steps.some(({ operation }) => writesInstance.test(operation))
  const receives = JSON.stringify(steps).includes('<receiver>')
  return [
    ...(isInstanceWide ? [`import { appendFileSync } from 'node:fs'`] : []),
    ...(receives ? receiverImports : []),
    `import { type History, replay } from 'forgery/compare'`,
    `import { expect, it } from 'vitest'`,
    '',
    ...(receives ? receiverLines : []),
    'const server = {',
    `  url: process.env.FORGERY_URL ?? ${JSON.stringify(url)},`,
    `  token: process.env.FORGERY_TOKEN ?? '',`,
    ...(isInstanceWide ? instanceLines : []),
    ...(receives ? ['  hookReceiver,'] : []),
    '}',
    '',
    ...tests,
  ].join('\n')
}
