import { type Call, encoded, type Values } from '../shared-tools.ts'

/** The path of the group that a call is about, below `/api/v3`. */
export const groupPath = ({ path }: Call) => `/groups/${encoded(path.id)}`

/** The records in their order; those which have the same value in a field stand the other way round. */
export function withTiesReversed(all: readonly Values[], field: string): readonly Values[] {
  const runs: Values[][] = []
  for (const one of all) {
    const run = runs.at(-1)
    if (run !== undefined && run[0]?.[field] === one[field]) run.unshift(one)
    else runs.push([one])
  }
  return runs.flat()
}
