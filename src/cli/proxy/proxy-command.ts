import { basePaths } from '../../contract/base-paths.ts'
import type { Command } from '../command.ts'
import { baseline, insecure, report, strict, url } from '../server-options.ts'

/** `forgery proxy`: what the command line takes. */
export const proxy: Command = {
  name: 'proxy',
  summary: 'Pass traffic on to a real server, and hold its answers to the contract.',
  details: [
    'Point a client at the proxy instead of the server: requests and answers pass through unchanged, and',
    'each answer that breaks the contract is told at once. Ctrl+C ends it, with a summary of what was',
    'covered and what failed. Ends with 0 where nothing failed, 1 where something did, and 2 where it could',
    'not run or no request to the API came through. Tokens are never printed.',
    '',
    'Trailers are passed on. A request to upgrade the connection (WebSocket, h2c) is passed on as the plain',
    'request it is, without Upgrade: the API upgrades none. Compressed answers pass as they came and are',
    'unpacked to be checked: gzip, deflate, br, and zstd with Node 22.15 or later.',
  ].join('\n'),
  argument: 'url',
  options: {
    url,
    port: {
      type: 'string',
      placeholder: 'PORT',
      default: '8090',
      summary: 'Where to listen; 0 for any free port.',
    },
    host: {
      type: 'string',
      placeholder: 'HOST',
      default: '127.0.0.1',
      summary: 'The address to listen on; this machine alone reaches the default.',
    },
    'keep-host': {
      type: 'boolean',
      summary: 'Send on the Host header of the client, so that links may lead back to the proxy.',
    },
    insecure,
    strict,
    baseline,
    report,
  },
  examples: [
    [
      'forgery proxy https://forge.example.com',
      `clients then use http://127.0.0.1:8090${basePaths.v3}`,
    ],
    ['forgery proxy https://forge.example.com --port 0', 'on any free port'],
    [
      'forgery proxy https://example.com/forge --report html=report.html',
      'with a report at the end',
    ],
  ],
  run: async (values) => (await import('./proxy.ts')).runProxy(values),
}
