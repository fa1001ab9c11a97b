import type { Command } from './command.ts'

export const init: Command = {
  name: 'init',
  summary: 'Write a seed to begin with, forgery.yaml.',
  details: [
    'The seed is a small team with a project, code and a tracker, and says in comments what may be',
    'changed. `forgery serve` and the plugin of Vite start from forgery.yaml where they find it. A file',
    'that is there is left alone.',
  ].join('\n'),
  options: {
    output: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'Where to write it; forgery.yaml where nothing is said.',
    },
  },
  examples: [
    ['forgery init', 'forgery.yaml, here'],
    ['forgery init && forgery serve --watch', 'served, and again whenever it is edited'],
    ['forgery init --output test/world.yaml', 'in another place, with its folder'],
  ],
  run: async (values) => (await import('./init.ts')).init(values),
}
