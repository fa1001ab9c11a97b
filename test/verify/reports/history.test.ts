import { expect, it } from 'vitest'
import { historyReport, jsonReport, readReport } from '../../../src/verify/reports/index.ts'
import type { Summary } from '../../../src/verify/results.ts'
import { clean, sample } from './sample.ts'

const runAt = (summary: Summary, startedAt: string) =>
  readReport(jsonReport({ ...summary, startedAt }))

/** The cells of the table under a heading, without their markup. */
function cellsUnder(page: string, heading: string): string[][] {
  const [, rest = ''] = page.split(`<h2>${heading}</h2>`)
  const [table = ''] = rest.split('</table>')
  return table
    .split('<tr>')
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
        cell.replace(/<[^>]{1,20}>/g, ''),
      ),
    )
}

it('shows runs from the oldest to the newest, with what is new and gone', () => {
  const page = historyReport([
    runAt(clean, '2026-03-03T10:00:00.000Z'),
    runAt(sample, '2026-03-01T10:00:00.000Z'),
  ])
  expect(cellsUnder(page, 'Runs').slice(1)).toEqual([
    ['2026-03-01 10:00', 'failed', '2', '2', '–', '–'],
    ['2026-03-03 10:00', 'passed', '2', '0', '0', '0'],
  ])
  expect(cellsUnder(page, 'Failures')[0]).toEqual([
    'Failure',
    '2026-03-01 10:00',
    '2026-03-03 10:00',
  ])
})

it('tells a failure that is gone from one whose aspect was not tested', () => {
  const gone = {
    ...sample,
    failures: [],
    operations: sample.operations.filter(({ operation }) => operation === 'createIssue'),
  }
  const page = historyReport([
    runAt(sample, '2026-03-01T10:00:00.000Z'),
    runAt(gone, '2026-03-02T10:00:00.000Z'),
  ])
  expect(cellsUnder(page, 'Failures').slice(1)).toEqual([
    ['createIssue | read-back:due_date | due_date is lost', '✗ failed', '✓ not seen'],
    ['updateIssue | read-back:due_date | due_date is lost', '✗ failed', '· not tested'],
  ])
})

it('says that nothing failed, and shows hostile text as text', () => {
  expect(historyReport([runAt(clean, '2026-03-01T10:00:00.000Z')])).toContain('Nothing failed.')
  const url = 'https://forge.example.com/<script>'
  expect(historyReport([runAt({ ...clean, url }, '2026-03-01T10:00:00.000Z')])).not.toContain(
    '<script>',
  )
})
