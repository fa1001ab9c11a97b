import type { Release } from '../release.ts'
import { firstMatches, MAX_READ_CHARACTERS } from '../tracker/code-blocks.ts'

/** How a text names an issue that it closes. */
export type IssueReference =
  /** `#1`, `project#1` of the same namespace, or `group/project#1`. */
  | { readonly kind: 'number'; readonly project: string | undefined; readonly iid: number }
  | { readonly kind: 'address'; readonly url: string }
  /** `KEY-1`, of an external tracker. */
  | { readonly kind: 'key'; readonly key: string }

const address = 'https?://[^\\s,]+'
const number = '(?:[\\w.-]+(?:/[\\w.-]+)?)?#\\d+'
// A key begins where a word does: a long word is then looked at once, not at each of its letters.
const key = '\\b[A-Z][A-Z0-9_]+-\\d+'

/** One of the words, and references with commas or `and` between them. */
const sentence = (words: string) =>
  new RegExp(`${words} +(?:(?:issues? +)?(?:${address}|${number}|${key})(?:, *| +and +)?)+`, 'g')
const reference = new RegExp(`(${address})|([\\w./-]+)?#(\\d+)|(${key})`, 'g')

/** The issues that a description and commit messages name as closed (the first 1,000), in their order. */
export function closingReferences({ closingWords }: Release, text: string): IssueReference[] {
  const found = firstMatches(text.slice(0, MAX_READ_CHARACTERS), sentence(closingWords))
  const statements = found.map(([statement]) => statement).join('\n')
  return firstMatches(statements, reference).map(([, url, project, iid, name = '']) => {
    if (url !== undefined) return { kind: 'address', url }
    if (iid !== undefined) return { kind: 'number', project, iid: Number(iid) }
    return { kind: 'key', key: name }
  })
}
