import type { ComparedDifference } from '../../verify/compare/index.ts'

/** Differences as a suite of vitest, which calls each history again and passes when the server answers as Forgery does. */
export function keptTestOf(differences: readonly ComparedDifference[], url: string): string {
  const tests = differences.map(({ operation, place, history, seed }) =>
    [
      `/** Found by \`forgery compare --seed ${seed} --runs 1\`. */`,
      `it(${JSON.stringify(`${operation} answers ${place} as Forgery does`)}, async () => {`,
      '  const history: History = [',
      ...history.map((step) => `    ${JSON.stringify(step)},`),
      '  ]',
      '  expect(await replay(server, history)).toEqual([])',
      '}, 120_000)',
      '',
    ].join('\n'),
  )
  return [
    `import { type History, replay } from 'forgery/compare'`,
    `import { expect, it } from 'vitest'`,
    '',
    'const server = {',
    `  url: process.env.FORGERY_URL ?? ${JSON.stringify(url)},`,
    `  token: process.env.FORGERY_TOKEN ?? '',`,
    '}',
    '',
    ...tests,
  ].join('\n')
}
