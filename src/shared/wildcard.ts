/**
 * Whether a text matches a pattern in which `*` stands for any run of characters. Runs in time linear in the text,
 * whatever the pattern.
 *
 * @example matchesWildcard('deploy to *', 'deploy to staging') // true
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let position = first.length
  for (const part of others) {
    const found = text.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return text.length - last.length >= position && text.endsWith(last)
}
