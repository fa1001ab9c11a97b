import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../package/root.ts'
import { withSpeedSection } from './readme-section.ts'
import { issuePage, issuePageAmongWrites, type Row } from './row.ts'

const machine = {
  date: '2017-01-15',
  processor: 'Abacus',
  cores: 2,
  memory: '1 GiB',
  node: 'v20.0.0',
  loadBefore: 0,
}
const row = (table: string, what: string, value: number): Row => {
  return { table, what, value, unit: 'requests/s' }
}
const rows = [
  row('Others', issuePageAmongWrites, 30),
  row(issuePage, 'A constant', 1234.5),
  row(issuePage, 'Forgery', 999),
]

it('is put in the place of the section that was there', () => {
  const readme = withSpeedSection('# A\n\n## Speed\n\nold\n\n## B\n', { machine, noise: 0, rows })
  expect(readme).toBe(`# A

## Speed

A page of 20 open issues of 1,000, each request at an address of its own, in requests a second (\`npm run bench\`, 2017-01-15, Abacus, 2 cores, 1 GiB, Node v20.0.0;
[docs/speed.md](docs/speed.md) has the rest):

| A constant | Forgery | Forgery, every tenth request creates an issue |
| --- | --- | --- |
| 1,235 | 999 | 30 |

## B
`)
})

it('needs a section to replace', () => {
  const report = { machine, noise: 0, rows }
  expect(() => withSpeedSection('# A\n', report)).toThrow('README.md has no section "Speed"')
})

it('has the numbers that docs/speed.md has', () => {
  const [readme, speed] = ['README.md', 'docs/speed.md'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const section = readme?.split('\n## Speed\n')[1]?.split('\n## ')[0] ?? ''
  const numbers = section.match(/^\| [\d,]+ \|.*$/m)?.[0].match(/[\d,]+/g) ?? []
  expect(numbers.length).toBeGreaterThan(5)
  for (const number of numbers) expect(speed).toContain(`| ${number} requests/s `)
})
