import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../../cli/command.ts'
import { root } from '../../package/root.ts'

interface Attachment {
  readonly name: string
  readonly contentType: string
  readonly body: string
}

interface Spec {
  readonly title: string
  readonly tests: readonly {
    readonly results: readonly { readonly attachments: readonly Attachment[] }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'forgery-failing-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The report of the suite in `failing/`: what is attached to each test, by its title. */
const attached = new Map<string, readonly Attachment[]>()
beforeAll(async () => {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const environment = { FAILING_OUTPUT: folder, FORGERY_URL: undefined }
  const place = join(root, 'test/adapters/playwright/failing')
  const { code, out } = await start(['test', '--workers=1'], place, playwright, environment)
    .finished
  const report: { suites: readonly { specs: readonly Spec[] }[] } = JSON.parse(out)
  for (const { title, tests } of report.suites.flatMap(({ specs }) => specs)) {
    attached.set(
      title,
      tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments)),
    )
  }
  expect(code).toBe(1)
})

const textsOf = (title: string) =>
  (attached.get(title) ?? [])
    .filter(({ name }) => name === 'requests to the forge')
    .map(({ contentType, body }) => [contentType, atob(body).replace(/\d+ ms/g, 'N ms')])

it('attaches the requests of a test that fails to its report', () => {
  expect(textsOf('fails')).toEqual([
    ['text/plain', expect.stringMatching(/^2 requests to the forge, 1 of them failed\.$/m)],
  ])
  const [[, text = ''] = []] = textsOf('fails')
  expect(text).toContain('"title":"of the one that fails"')
  expect(text).toMatch(/^2\. POST .* 400 jane N ms \(createIssue\)\n1\. POST .* 201 jane N ms/m)
  expect(text).not.toMatch(/^3\. /m)
})

it('attaches those of a test that takes too long', () => {
  expect(textsOf('takes too long')).toEqual([
    ['text/plain', expect.stringContaining('"title":"of the one that takes too long"')],
  ])
})

it.each(['passes', 'fails as it is meant to'])('attaches nothing to one that %s', (title) => {
  expect(attached.has(title)).toBe(true)
  expect(textsOf(title)).toEqual([])
})
