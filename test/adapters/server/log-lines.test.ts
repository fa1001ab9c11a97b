import { expect, it } from 'vitest'
import { coloursFor } from '../../../src/adapters/server/colours.ts'
import {
  createDeliveryLog,
  deliveryLine,
  requestLine,
} from '../../../src/adapters/server/log-lines.ts'
import type { HookDelivery } from '../../../src/forge/hooks/hook-delivery.ts'
import type { JournalEntry } from '../../../src/forge/journal/journal-entry.ts'

const plain = coloursFor(Object.assign(Object.create(process.stdout), { isTTY: false }))
const entry: JournalEntry = {
  id: '1',
  at: '2017-01-15T12:00:00.000Z',
  method: 'POST',
  path: '/api/v3/projects',
  api: 'v3',
  headers: {},
  body: undefined,
  operationId: 'createProject',
  unhandled: undefined,
  user: 'root',
  parameters: {},
  given: {},
  world: undefined,
  fault: undefined,
  status: 201,
  answer: { id: 1, message: 'of the project' },
  milliseconds: 1.23,
}
const delivery: HookDelivery = {
  id: 1,
  hook_id: 1,
  project_id: null,
  url: 'http://127.0.0.1:9/',
  event: 'push',
  status: undefined,
  error: 'ECONNREFUSED',
  at: entry.at,
  milliseconds: 0.9,
  headers: {},
  token: undefined,
  payload: { event_name: 'push' },
}

it.each<[Partial<JournalEntry>, string]>([
  [{}, '201 root 1.2 ms'],
  [{ user: undefined }, '201 1.2 ms'],
  [
    { status: 400, answer: { message: '400 (Bad request) "name" not given' } },
    '400 root: "name" not given 1.2 ms',
  ],
  [
    { status: 400, answer: { message: { name: ['is invalid'] } } },
    '400 root: {"name":["is invalid"]} 1.2 ms',
  ],
  [
    { status: 403, answer: { message: '403 Forbidden - Must be admin to use sudo' } },
    '403 root: Must be admin to use sudo 1.2 ms',
  ],
  [
    { status: 401, user: undefined, answer: { message: '401 Unauthorized' } },
    '401 anonymous: Unauthorized 1.2 ms',
  ],
  [{ status: 404, answer: { error: '404 Not Found' } }, '404 root: Not Found 1.2 ms'],
  [{ status: 404, answer: undefined }, '404 root 1.2 ms'],
  [{ status: 0, answer: undefined, fault: 3 }, 'no answer root: fault 3 1.2 ms'],
  [
    { status: 503, answer: { message: '503 Service Unavailable' }, fault: 3 },
    '503 root: fault 3: Service Unavailable 1.2 ms',
  ],
])('reports who asked, and why it was refused: %j', (changes, outcome) => {
  expect(requestLine({ ...entry, ...changes }, plain)).toBe(`POST /api/v3/projects ${outcome}`)
})

it('is one line of text, and a short one, whatever is in it', () => {
  const answer = { message: `a\r\nb\u001b[31m${'x'.repeat(1000)}` }
  const line = requestLine({ ...entry, status: 400, path: '/a\u0007', answer }, plain)
  expect(line).not.toMatch(/\p{Cc}/u)
  expect(line.length).toBeLessThan(300)
  expect(deliveryLine({ ...delivery, error: 'a\nb', url: 'http://h/\u001b' }, plain)).not.toMatch(
    /\p{Cc}/u,
  )
})

it('says of a hook once that it fails as before, and again what has changed', () => {
  const lines: string[] = []
  const log = createDeliveryLog((line) => lines.push(line), plain)
  const succeeded = { ...delivery, status: 200, error: undefined }
  for (const one of [
    delivery,
    delivery,
    { ...delivery, hook_id: 2 },
    delivery,
    succeeded,
    succeeded,
    delivery,
  ])
    log(one)
  expect(
    lines
      .filter((line) => line.includes('push'))
      .map((line) => line.split(' ').slice(2, 7).join(' ')),
  ).toEqual([
    'hook 1 push http://127.0.0.1:9/ ECONNREFUSED',
    'hook 2 push http://127.0.0.1:9/ ECONNREFUSED',
    'hook 1 push http://127.0.0.1:9/ 200',
    'hook 1 push http://127.0.0.1:9/ 200',
    'hook 1 push http://127.0.0.1:9/ ECONNREFUSED',
  ])
})
