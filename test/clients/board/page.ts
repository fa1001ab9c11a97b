import { type KindOfReason, kindsOfReason, type Reason, reasonFor } from './reasons.ts'

/** What became of one test or step of a client. */
export interface Outcome {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What the client said of a failure. */
  readonly error?: string
}

export interface ClientResult {
  readonly name: string
  /** Undefined where the client is not installed: it was not run. */
  readonly version: string | undefined
  readonly outcomes: readonly Outcome[]
}

/** The page docs/clients.md: a table of the clients, and why what fails of each does. */
export function boardPage(results: readonly ClientResult[], reasons: readonly Reason[]): string {
  const kinds = Object.keys(kindsOfReason) as KindOfReason[]
  const rows = results.map(({ name, version = 'not installed', outcomes }) => {
    const counts = (['passed', 'failed', 'skipped'] as const).map((state) =>
      countOf(outcomes, state),
    )
    const found = failed(outcomes).map((one) => reasonFor(reasons, name, one.name)?.kind)
    const ofKinds = kinds.map((kind) => found.filter((each) => each === kind).length || '')
    return `| ${[name, version, ...counts, ...ofKinds].join(' | ')} |`
  })
  const failing = results.flatMap(({ name, outcomes }) =>
    failed(outcomes).length === 0
      ? []
      : [`## What fails of ${name}`, ...failuresOf(name, outcomes, reasons)],
  )
  return [
    '# Clients that others wrote',
    '<!-- Written by `npm run clients`. Do not edit. -->',
    `Each ran unmodified against a server of its own: one that holds an administrator and nothing else, or the demo world
for Renovate and the command of semantic-release. A client of the registry or of Debian takes the steps of a program in
[test/clients/board/programs](../test/clients/board/programs); of python-gitlab run the functional tests that its authors
run against a GitLab in a container, and of its old releases, which speak v3, the statements of the scripts that they
were tried with, one by one (a statement that fails takes those with it that use what it makes). Which methods of its client a program skips, it says
itself, with the reason.`,
    [
      `| ${['Client', 'Version', 'Passed', 'Failed', 'Skipped', ...kinds].join(' | ')} |`,
      `| ${['Client', 'Version', 'Passed', 'Failed', 'Skipped', ...kinds].map(() => '---').join(' | ')} |`,
      ...rows,
    ].join('\n'),
    'What fails, fails for a reason of one of these kinds:',
    kinds.map((kind) => `- **${kind}**: ${kindsOfReason[kind]}`).join('\n'),
    ...failing,
    '',
  ].join('\n\n')
}

/** The failures of a client: a list for each reason. */
function failuresOf(
  client: string,
  outcomes: readonly Outcome[],
  reasons: readonly Reason[],
): string[] {
  return [...reasons, undefined].flatMap((reason) => {
    const cases = failed(outcomes).filter(({ name }) => reasonFor(reasons, client, name) === reason)
    if (cases.length === 0) return []
    return [
      reason === undefined ? 'Nobody knows why yet:' : `**${reason.kind}**: ${reason.why}`,
      cases.map(({ name, error = '' }) => `- ${name}: \`${plain(error)}\``).join('\n'),
    ]
  })
}

/** Without what would end the code that it stands in, and without the port, which is another in every run. */
function plain(error: string): string {
  return error.replaceAll('`', "'").replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
}

function failed(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ state }) => state === 'failed')
}

function countOf(outcomes: readonly Outcome[], state: Outcome['state']): number {
  return outcomes.filter((one) => one.state === state).length
}
