import { basePaths } from '../contract/base-paths.ts'
import type { Command } from './command.ts'
import { controlCommands } from './control/control-commands.ts'
import { init } from './init-command.ts'
import { proxy } from './proxy/proxy-command.ts'
import { record } from './record/record-command.ts'
import { verify } from './verify-command.ts'

/**
 * What the command line can do. A command loads its own code when it is run: `serve` must answer
 * quickly, and the words of `seed` weigh much.
 */
const serve: Command = {
  name: 'serve',
  summary: 'Serve a forge over HTTP.',
  details: [
    'The worlds live in memory: they are gone when the command ends, unless --data keeps them. GET',
    '/_forge/health answers once it is up; /_forge/openapi.json tells what else can be asked of it:',
    'further worlds, resets, faults, the clock. `forgery world`, `forgery reset` and the like ask that',
    'from a shell. Ctrl+C ends it.',
  ].join('\n'),
  options: {
    port: {
      type: 'string',
      short: 'p',
      placeholder: 'PORT',
      default: process.env.PORT || '8080',
      summary: 'Where to listen; 0 for any free port, $PORT where that is set.',
    },
    host: {
      type: 'string',
      placeholder: 'HOST',
      default: '127.0.0.1',
      summary: 'The address to listen on; this machine alone reaches the default.',
    },
    seed: {
      type: 'string',
      placeholder: 'WORLD',
      summary:
        'demo, empty, or the path of a seed, a file or a folder; else forgery.yaml, or demo without it.',
    },
    watch: {
      type: 'boolean',
      summary: 'Begin again from the seed whenever it changes.',
    },
    data: {
      type: 'string',
      placeholder: 'FILE',
      summary:
        'Keeps the worlds in a file, and a folder beside it: goes on from them, saves after changes.',
    },
    'cors-origin': {
      type: 'string',
      placeholder: 'ORIGINS',
      isRepeatable: true,
      summary:
        'Origins whose pages may use it, beside those of this machine, or *; with commas or once more.',
    },
    'allow-host': {
      type: 'string',
      placeholder: 'HOSTS',
      isRepeatable: true,
      summary:
        'Host names to answer as, beside those of this machine; several with commas or once more.',
    },
    'base-url': {
      type: 'string',
      placeholder: 'URL',
      summary: 'What addresses in answers begin with, where clients reach it at another one.',
    },
    'trust-proxy': {
      type: 'boolean',
      summary: 'Take that from X-Forwarded-Host, -Proto and -Prefix, which a proxy sets.',
    },
    'max-worlds': {
      type: 'string',
      placeholder: 'NUMBER',
      default: '1000',
      summary:
        'How many worlds there may be beside the default one; the longest unused goes first.',
    },
    'world-ttl': {
      type: 'string',
      placeholder: 'TIME',
      summary:
        'After how long a world that nobody used may go, such as 30m or 2h; never by default.',
    },
    'control-token': {
      type: 'string',
      placeholder: 'TOKEN',
      summary:
        'What control calls must present; without it nobody controls it beyond this machine.',
    },
    'end-with-parent': {
      type: 'boolean',
      summary:
        'End when the process that started it does; so it is by itself where npx started it.',
    },
    as: {
      type: 'string',
      placeholder: 'WHICH',
      default: 'specified',
      summary: 'specified, or released: answer as GitLab 8.15 did where that is known to differ.',
    },
    now: {
      type: 'string',
      placeholder: 'TIME',
      summary: 'Stops the clock at a time; the demo world then ends in the week before it.',
    },
    delay: {
      type: 'string',
      placeholder: 'TIME',
      summary: 'Milliseconds that each request to the API waits: 100, or a range such as 50..200.',
    },
    runner: {
      type: 'boolean',
      summary: 'Play the builds that are pending, with a trace that grows, to their success.',
    },
    'runner-fail': {
      type: 'string',
      placeholder: 'JOBS',
      isRepeatable: true,
      summary: 'Names of jobs that fail instead, with commas; * stands for any letters.',
    },
    'runner-speed': {
      type: 'string',
      placeholder: 'NUMBER',
      summary: 'How many times as fast builds run, 0.01 to 1000; 1 by default, some seconds each.',
    },
    quiet: { type: 'boolean', summary: 'Print nothing but errors.' },
    json: {
      type: 'boolean',
      summary: 'Print one line of JSON when ready, {"url", "tokens"}, and nothing else.',
    },
  },
  examples: [
    ['forgery serve', `the demo world on http://127.0.0.1:8080${basePaths.v3}`],
    ['forgery serve --port 0 --json', 'any free port, for a script to read'],
    ['forgery serve world.yaml', 'a world of your own'],
    ['forgery serve --data world.forgery', 'the demo world, and whatever becomes of it'],
    ['forgery serve --delay 50..200 --runner', 'slow as a network, and builds that run'],
  ],
  argument: 'seed',
  run: async (values) => (await import('./serve.ts')).serve(values),
}

const seed: Command = {
  name: 'seed',
  summary: 'Write a large world, the same one for the same numbers.',
  details: [
    'The world is written as a seed that `forgery serve --seed FILE` and createForge load: YAML, or',
    'JSON where the name of the file ends in .json (which loads faster). Everybody has the private',
    'token USERNAME-token; root is the administrator.',
  ].join('\n'),
  options: {
    users: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '50',
      summary: 'How many people, root among them.',
    },
    projects: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '200',
      summary: 'How many projects, over groups and people.',
    },
    'random-seed': {
      type: 'string',
      placeholder: 'NUMBER',
      default: '42',
      summary: 'Another number, another world.',
    },
    output: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'Where to write it; standard output where there is none.',
    },
  },
  examples: [
    ['forgery seed --output world.yaml', '50 people and 200 projects'],
    ['forgery seed --users 500 --projects 5000 --output big.json', 'a big one'],
    ['forgery seed --random-seed 7 | less', 'another one, to read'],
  ],
  run: async (values) => (await import('./seed.ts')).seed(values),
}

export const commands: readonly Command[] = [
  serve,
  seed,
  init,
  verify,
  proxy,
  record,
  ...controlCommands,
]
