import type { Command } from '../command.ts'
import { api, header, insecure, timeout, token, url } from '../server-options.ts'

/** The options of `forgery record`. */
export const record: Command = {
  name: 'record',
  summary: 'Read a real server into a seed.',
  details: [
    'Sends GET requests alone: users, members, issues, merge requests, notes, labels, milestones, branches,',
    'tags, files with their history, builds and statuses, as far as the token may see them. Names, usernames,',
    'e-mail addresses, keys and tokens are replaced by invented ones, in texts too; at the end it says what may',
    'still be personal, which --scrub takes out by a pattern. System hooks are left out: the seed would',
    'call them. A run that was interrupted goes on where it was when it is started again. Ends with 0 where the',
    'seed was written, 1 where reading failed, and 2 where it could not begin. At the end it names an administrator',
    'of the seed with a token, and adds one where the token showed none.',
    'The usual rate spares a server that others use: 3,000 projects of 33 requests each take 7 minutes with',
    '--rate 1000, and close to three hours without.',
    'Read by v4 (--api v4, or a URL that ends with its path) it has subgroups, reviewers and what else v4 shows.',
  ].join('\n'),
  argument: 'url',
  options: {
    url,
    api,
    token: token('A token of whoever sees what is to be recorded'),
    project: {
      type: 'string',
      placeholder: 'GROUP/NAME',
      isRepeatable: true,
      summary: 'What to read; all projects that the token sees where none is named.',
    },
    output: {
      type: 'string',
      placeholder: 'FILE',
      default: 'world.yaml',
      short: 'o',
      summary: 'Where to write the seed: YAML, or JSON where the name ends in .json.',
    },
    rate: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '10',
      summary: 'Most requests a second.',
    },
    concurrency: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '8',
      summary: 'How many projects are read at once.',
    },
    timeout: timeout(60),
    header,
    insecure,
    state: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'What was read so far, until it is done; FILE.state beside the output by default.',
    },
    'keep-personal-data': {
      type: 'boolean',
      summary: 'Keep names, usernames, e-mail addresses and keys as they are.',
    },
    scrub: {
      type: 'string',
      placeholder: 'PATTERN',
      isRepeatable: true,
      summary: 'A regular expression; what it finds in any text is replaced by [scrubbed].',
    },
    quiet: { type: 'boolean', summary: 'Print nothing but errors.' },
  },
  examples: [
    [
      'forgery record https://forge.example.com --token TOKEN --project group/name -o world.yaml',
      'one project',
    ],
    [
      'forgery record https://forge.example.com --token TOKEN --rate 2 -o world.json',
      'all projects, slowly',
    ],
    ['forgery serve --seed world.yaml', 'serves what was recorded'],
  ],
  run: async (values) => (await import('./record.ts')).runRecord(values),
}
