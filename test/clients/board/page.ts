/** What became of one test or step of a client. */
export interface Outcome {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Of a failure. */
  readonly reason?: string
}

export interface ClientResult {
  readonly name: string
  /** Undefined where the client is not installed: it was not run. */
  readonly version: string | undefined
  readonly outcomes: readonly Outcome[]
}

/** The page docs/clients.md: a table of the clients, and what fails of each with its reason. */
export function boardPage(results: readonly ClientResult[]): string {
  const rows = results.map(
    ({ name, version = 'not installed', outcomes }) =>
      `| ${name} | ${version} | ${countOf(outcomes, 'passed')} | ${countOf(outcomes, 'failed')} | ${countOf(outcomes, 'skipped')} |`,
  )
  const failing = results.flatMap(({ name, outcomes }) => {
    const failed = outcomes.filter(({ state }) => state === 'failed')
    if (failed.length === 0) return []
    return [
      `## What fails of ${name}`,
      failed
        .map((one) => `- ${one.name}: \`${(one.reason ?? '').replaceAll('`', "'")}\``)
        .join('\n'),
    ]
  })
  return [
    '# Clients of v4 that others wrote',
    '<!-- Written by `npm run clients`. Do not edit. -->',
    `Each ran unmodified against a server of its own that holds one administrator. A client of the registry or of Debian
takes the steps of a program in [test/clients/board/programs](../test/clients/board/programs); python-gitlab runs the
functional tests that its authors run against a GitLab in a container.`,
    [
      '| Client | Version | Passed | Failed | Skipped |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    ...failing,
    '',
  ].join('\n\n')
}

function countOf(outcomes: readonly Outcome[], state: Outcome['state']): number {
  return outcomes.filter((one) => one.state === state).length
}
