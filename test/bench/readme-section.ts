import { nameMachine } from './machine.ts'
import { issuePage, issuePageAmongWrites, type Row } from './row.ts'
import type { Report } from './tables.ts'

const heading = '## Speed\n'

/** The README with the section on speed that a run of the bench found. */
export function withSpeedSection(readme: string, report: Report): string {
  const start = readme.indexOf(heading)
  const end = readme.indexOf('\n## ', start + heading.length)
  if (start < 0 || end < 0)
    throw new Error('README.md has no section "Speed", or nothing after it.')
  return `${readme.slice(0, start)}${speedSection(report)}${readme.slice(end)}`
}

/** A page of issues in requests a second, with what others need for it. */
function speedSection({ machine, rows }: Report): string {
  const peers = rows.filter(({ table }) => table === issuePage)
  const written = rows.find(({ what }) => what === issuePageAmongWrites)
  const columns = [
    ...peers.map((row): Column => [row.what, row]),
    ...(written
      ? [['Forgery, every tenth request creates an issue', written] satisfies Column]
      : []),
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `${heading}
${issuePage}, in requests a second (\`npm run bench\`, ${nameMachine(machine)};
[docs/speed.md](docs/speed.md) has the rest):
`,
    line(columns.map(([name]) => name)),
    line(columns.map(() => '---')),
    line(columns.map(([, { value }]) => Math.round(value).toLocaleString('en'))),
    '',
  ].join('\n')
}

type Column = readonly [name: string, row: Row]
