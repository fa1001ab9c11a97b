import type { Command } from './command.ts'
import {
  baseline,
  header,
  insecure,
  report,
  strict,
  timeout,
  token,
  url,
} from './server-options.ts'

/** `forgery verify`: what the command line takes. */
export const verify: Command = {
  name: 'verify',
  summary: 'Hold a real server to the contract.',
  details: [
    'Every operation is called, on users, groups and projects that are made for it and removed at the end',
    '(with --read-only on what is there, by GET alone). Ends with 0 where all passed, 1 where something',
    'failed or the run was interrupted, and 2 where it could not run or could test nothing.',
  ].join('\n'),
  argument: 'url',
  options: {
    url,
    token: token('A token of an administrator'),
    'user-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A token of a plain user, for a server where administrators create none.',
    },
    'oauth-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'An OAuth 2 token; kinds of credentials that are not given are not tested.',
    },
    'read-user-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A personal access token with the scope read_user alone.',
    },
    'revoked-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary: 'A personal access token that was revoked.',
    },
    session: {
      type: 'string',
      placeholder: 'VALUE',
      summary: 'The value of the cookie _service_session of somebody signed in.',
    },
    'read-only': { type: 'boolean', summary: 'Send GET requests alone.' },
    projects: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '5',
      summary: 'How many projects --read-only reads.',
    },
    yes: { type: 'boolean', summary: 'Do not ask before writing to the server.' },
    only: {
      type: 'string',
      placeholder: 'NAME',
      isRepeatable: true,
      summary: 'A resource, an operation or a story; several with commas or once more.',
    },
    skip: {
      type: 'string',
      placeholder: 'NAME',
      isRepeatable: true,
      summary: 'The same, to leave out.',
    },
    rate: { type: 'string', placeholder: 'NUMBER', summary: 'Most requests a second.' },
    concurrency: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '8',
      summary: 'How many requests at once.',
    },
    timeout: timeout(15),
    header,
    insecure,
    strict,
    baseline,
    report,
    'hook-url': {
      type: 'string',
      placeholder: 'URL',
      summary: 'Where the server reaches this machine, for deliveries of hooks.',
    },
  },
  examples: [
    ['forgery verify https://forge.example.com --token TOKEN', 'asks, then checks everything'],
    [
      'forgery verify https://forge.example.com --token TOKEN --read-only',
      'on a server that others use',
    ],
    [
      'forgery verify http://127.0.0.1:8080 --token root-token --yes --only Issues',
      'one resource, without asking',
    ],
    [
      'forgery verify http://127.0.0.1:8080 --token root-token --yes --report junit=report.xml',
      'for a pipeline',
    ],
  ],
  run: async (values) => (await import('./verify.ts')).runVerify(values),
}
