import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { permissionRequest } from '../gitlab/access/permission-request.ts'
import { permissionWorld } from '../gitlab/access/permission-world.ts'
import { createTestForge } from '../harness.ts'
import { type TextParameter, textParameters } from './text-parameters.ts'

/** Texts that one rule or another of the service takes or refuses. */
const texts = [
  ...[
    '',
    ' ',
    '\n',
    'a',
    'a b',
    ' a',
    'é☃',
    '½',
    '🙂',
    'a\nb',
    'a,b',
    '(',
    '\u0001',
    '\u200d',
    '1',
  ],
  ...[
    '-a',
    'a-',
    '.',
    '..',
    '.a',
    'a.',
    'a..b',
    'a/b',
    '/a',
    'a/',
    'a//b',
    'a/.b',
    './a',
    'a/../b',
  ],
  ...['a.git', 'a.GIT', 'a.atom', '.git', 'a/.GIT', '.git/a', '.git.', 'git~1', '.git '],
  ...['a.lock', 'a.lock/b', '@', 'HEAD', 'a@{b', 'a~b', 'a\\b', 'a\\..\\b', 'a:b', 'a?b', '[', '*'],
  ...['admin', 'new', 'jane@x.example', 'http://127.0.0.1:9/', 'ftp://h.example/', 'mailto:a@b.c'],
  ...[249, 254, 255, 256, 2000, 2001, 4096, 4097, 5001].map((length) => 'x'.repeat(length)),
  ...[200, 255, 256].map((length) => '🙂'.repeat(length)),
]

/** Enough of them for a parameter of which the contract demands nothing: no rule takes them all. */
const anyTexts = [
  '',
  ' ',
  'a b',
  '/a',
  '.git',
  'a..b',
  '\u0001',
  '🙂',
  'x'.repeat(256),
  'x'.repeat(5001),
]

/** Parameters that name what has to be there, and are refused where it is not. */
const references = new Set([
  ...['ref', 'source_branch', 'target_branch', 'branch', 'sha', 'notification_email'],
  ...['createCommit branch_name', 'createFile branch_name', 'updateFile branch_name'],
  'updateFile file_path',
])

/** What no schema says of one parameter: names that are reserved, and what depends on another parameter. */
const beyondSchemas = [
  /is a reserved name/,
  // A project without a path gets one from its name, which may have no letter of one.
  /"path":\["can't be blank"/,
  // A title may be blank where a merge request gives one.
  /^createIssue title .*can't be blank/,
  // A list of labels is one text.
  / labels .*"has a title that is too long/,
  // A key is known by its content.
  /"fingerprint":\["cannot be generated"\]/,
]

/** What the service takes beyond a schema: what has no word in JSON Schema, or a narrower one. */
const withinSchemas = [
  // Blank means none; `format: uri` knows no blank.
  / (?:home_page_url|after_sign_out_path|import_url) "" /,
  // GitLab 8.15 asked of an address for one @ between other signs; `format: email` follows RFC 5321.
  / email "(?:a@\{b|mailto:a@b\.c)" /,
]

it('of the contract are what the service demands of a text', async () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const forge = await createTestForge({ seed: permissionWorld('public') })
  const refused: string[] = []
  const taken: string[] = []
  let served = 0
  for (const { operation, name, schema } of await textsWritten()) {
    const isValid = ajv.compile(schema)
    const isOpen = !['pattern', 'maxLength', 'format'].some((keyword) => keyword in schema)
    for (const text of isOpen ? anyTexts : texts) {
      const request = permissionRequest(operation, 'root-token', { [name]: text })
      const answer = await forge.fetch(request)
      const shown = `${operation.id} ${name} ${JSON.stringify(text.slice(0, 20))}`
      const isServed = answer.status < 400
      if (isServed) forge.reset()
      if (isServed && isValid(text)) served += 1
      if (isServed && !isValid(text)) taken.push(`${shown} is answered ${answer.status}`)
      if (!isServed && isValid(text)) {
        refused.push(`${shown} is answered ${answer.status} ${await answer.text()}`)
      }
    }
  }
  expect(taken.filter((text) => !withinSchemas.some((rule) => rule.test(text)))).toEqual([])
  const inWordsOfSchemas = refused.filter((text) => !beyondSchemas.some((rule) => rule.test(text)))
  expect(inWordsOfSchemas).toEqual([])
  expect(served).toBeGreaterThan(500)
})

/** The parameters that are written as they are given; `provider` and `extern_uid` come together. */
async function textsWritten(): Promise<TextParameter[]> {
  const together = new Set(['provider', 'extern_uid'])
  const parameters = await textParameters()
  return parameters.filter(({ operation: { id }, name }) => {
    return !references.has(name) && !references.has(`${id} ${name}`) && !together.has(name)
  })
}
