import type { Exchange, Result, Summary } from '../../../src/verify/results.ts'

/** Text that breaks whatever does not escape: markup, quotes, a control code, a lone surrogate. */
const hostile = `</pre><script>globalThis.isBroken = true</script> "q" 'a' & ]]> \u0007 \ud800`

const exchange: Exchange = {
  caller: 'jane (developer of project 7)',
  request: {
    method: 'POST',
    url: 'https://forge.example.com/api/v3/projects/1/issues',
    headers: { 'content-type': 'application/json', 'private-token': '***' },
    body: '{"title":"A leak"}',
  },
  answer: {
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: `{"title":"${hostile}"}`,
  },
  duration: 12.4,
  curl: `curl -X POST 'https://forge.example.com/api/v3/projects/1/issues' -H 'PRIVATE-TOKEN: ***'`,
}

const lostDate: Result = {
  operation: 'createIssue',
  resource: 'Issues',
  aspect: 'read-back:due_date',
  verdict: 'failed',
  rule: 'The due_date that was sent is the one that is read back.',
  source: 'contract',
  expected: '2017-01-01',
  received: hostile,
  exchanges: [exchange],
  place: 'schemas/v3/paths/issues.yaml:120',
  severity: 'data',
  before: ['createProject name="roof" (the administrator): 201'],
  script: '#!/usr/bin/env bash\n# The due_date is lost.\n',
  cause: 'due_date is lost',
}

/** A run with every verdict, a failure that shows at two operations, and something left behind. */
export const sample: Summary = {
  api: 'v3',
  url: 'https://forge.example.com/api/v3',
  startedAt: '2026-03-01T12:00:00.000Z',
  requests: 4312,
  duration: 18_240,
  totals: { passed: 2, failed: 2, 'as released': 1, 'not tested': 1, 'left open': 1 },
  operations: [
    {
      operation: 'createIssue',
      resource: 'Issues',
      method: 'POST',
      path: '/projects/{id}/issues',
      aspects: [
        {
          aspect: 'status',
          rule: 'A success is answered with 201.',
          verdict: 'passed',
          checks: 12,
        },
        { aspect: 'read-back:due_date', rule: lostDate.rule, verdict: 'failed', checks: 1 },
      ],
    },
    {
      operation: 'updateIssue',
      resource: 'Issues',
      method: 'PUT',
      path: '/projects/{id}/issues/{issue_id}',
      aspects: [
        { aspect: 'read-back:due_date', rule: lostDate.rule, verdict: 'failed', checks: 1 },
        {
          aspect: 'invalid:labels',
          rule: 'A value that labels cannot take is answered with 400.',
          verdict: 'left open',
          reason: 'any text will do',
          checks: 0,
        },
      ],
    },
    {
      operation: 'createSystemHook',
      resource: 'System hooks',
      method: 'POST',
      path: '/hooks',
      aspects: [
        {
          aspect: 'schema',
          rule: 'The body of a success has every field, of its type.',
          verdict: 'as released',
          reason: 'GitLab 8.15 answered the created hook itself, not an array.',
          checks: 1,
        },
        { aspect: 'status', rule: 'A success is answered with 201.', verdict: 'passed', checks: 1 },
        {
          aspect: 'consequence:delivery',
          rule: 'A push is delivered to the hook.',
          verdict: 'not tested',
          reason: 'the server is not on this machine, and no --hook-url was given',
          checks: 0,
        },
      ],
    },
  ],
  stories: [{ name: 'the states of an issue', verdict: 'passed', checks: 9 }],
  failures: [
    {
      cause: 'due_date is lost',
      result: lostDate,
      others: [{ ...lostDate, operation: 'updateIssue' }],
    },
  ],
  leftBehind: [{ kind: 'user', name: 'forgery-verify-x1-jane', reason: 'answered with 500' }],
  wasInterrupted: false,
  isPassed: false,
}

/** A run that checked nothing. */
export const untested: Summary = {
  ...sample,
  totals: { passed: 0, failed: 0, 'as released': 0, 'not tested': 1, 'left open': 1 },
  operations: sample.operations.map((operation) => ({
    ...operation,
    aspects: operation.aspects.filter(({ checks }) => checks === 0),
  })),
  stories: [],
  failures: [],
  leftBehind: [],
  isPassed: false,
}

/** A run without a single failure. */
export const clean: Summary = {
  ...sample,
  totals: { ...sample.totals, failed: 0 },
  operations: sample.operations.map((operation) => ({
    ...operation,
    aspects: operation.aspects.filter(({ verdict }) => verdict !== 'failed'),
  })),
  failures: [],
  leftBehind: [],
  isPassed: true,
}

/** A run with a mark in every column of the matrix, of operations with the longest names. */
export const wide: Summary = {
  ...sample,
  operations: (
    ['updateProjectNotificationSettings', 'updateGroupNotificationSettings'] as const
  ).map((operation) => ({
    operation,
    resource: 'Notification settings',
    method: 'PUT',
    path: '/projects/{id}/notification_settings',
    aspects: [
      'status',
      'public',
      'sudo',
      'unknown:id',
      'missing:level',
      'invalid:level',
      'pagination',
      'order',
      'parameter:level',
      'read-back:level',
      'removes',
      'transition',
      'consequence',
      'shows:level',
    ].flatMap((aspect) =>
      Array.from({ length: 12 }, (_, at) => ({
        aspect: at === 0 ? aspect : `${aspect}:${at}`,
        rule: 'The level that was sent is the one that is read back.',
        verdict: at === 0 ? ('failed' as const) : ('passed' as const),
        checks: 1,
      })),
    ),
  })),
}
