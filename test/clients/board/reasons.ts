import type { ClientResult } from './page.ts'

/** Why a case of a client fails, in words for its reader. */
export const kindsOfReason = {
  'paid tier':
    'GitLab has it for those who pay; its free tier, which Forgery is like, answers much the same.',
  'left out': 'GitLab has it, and Forgery does not mean to.',
  'to come': 'Forgery does not have it yet.',
  'a fault': 'Forgery is wrong.',
  'not of GitLab': 'The client asks for what no GitLab of this release would have given it here.',
} as const

export type KindOfReason = keyof typeof kindsOfReason

export interface Reason {
  readonly kind: KindOfReason
  /** A sentence. */
  readonly why: string
  /** Of one client. */
  readonly of: string
  /** The names of cases, each of which fails; `*` at the end of one stands for all that begin so. */
  readonly cases: readonly string[]
}

/** The reason for a failure, undefined where nobody gave one. */
export function reasonFor(all: readonly Reason[], client: string, name: string) {
  return all.find(({ of, cases }) => of === client && cases.some((words) => fits(words, name)))
}

/** What is wrong with the reasons: failures without one, and those that name what does not fail. */
export function wrongReasons(results: readonly ClientResult[], all: readonly Reason[]): string[] {
  return results.flatMap(({ name: client, outcomes }) => {
    if (outcomes.length === 0) return []
    const unexplained = outcomes
      .filter(({ name, state }) => state === 'failed' && !reasonFor(all, client, name))
      .map(({ name }) => `${client}: ${name} fails without a reason`)
    const named = all.filter(({ of }) => of === client).flatMap(({ cases }) => cases)
    const outdated = named.flatMap((words) => {
      const meant = outcomes.filter(({ name }) => fits(words, name))
      const fine = meant.filter(({ state }) => state === 'passed')
      if (meant.length === 0)
        return [`${client}: there is no ${words}, for which a reason is given`]
      return fine.map(
        ({ name }) => `${client}: ${name} passes, though a reason is given against it`,
      )
    })
    return [...unexplained, ...outdated]
  })
}

function fits(words: string, name: string): boolean {
  return words.endsWith('*') ? name.startsWith(words.slice(0, -1)) : name === words
}
