import type { Context } from '../domain/context.ts'

/**
 * Finds lists, or has them from when they were found. The key tells all that they depend on but the
 * world and the viewer.
 */
type FindLists<R> = (
  context: Pick<Context, 'moment'>,
  key: string,
  find: () => readonly (readonly R[])[],
) => readonly (readonly R[])[]

/** So many are kept at once of what one viewer asks for. */
const mostKept = 20

/**
 * Keeps lists that take longer to find than a page of them to show, until something is written: the pages
 * of a list are asked for one after another.
 */
export function rememberedLists<R>(): FindLists<R> {
  const makeLists = () => new Map<string, readonly (readonly R[])[]>()
  return ({ moment }, key, find) => {
    const known = moment?.().keep(makeLists)
    if (known === undefined) return find()
    // Copies: an index may write to its own lists, which are not to be kept.
    const lists = known.get(key) ?? find().map((list) => list.slice())
    if (known.size >= mostKept) known.clear()
    known.set(key, lists)
    return lists
  }
}
