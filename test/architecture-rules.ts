import { dirname, join, normalize } from 'node:path'

/** An import of one file of `src` by another, both as paths below `src`. */
export interface Arrow {
  readonly path: string
  readonly target: string
}

/** A file's text without its comments, which may speak of what the code may not use. */
export function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** The modules that a text imports: at its top, on demand, as types, or to hand them on. */
export function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
  return [...text.matchAll(pattern)].map(([, , name]) => name ?? '')
}

/** The imports of other files of the project; `exists` distinguishes those from what a generator writes. */
export function arrowsOf(path: string, text: string, exists: (target: string) => boolean): Arrow[] {
  return importsOf(text)
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ path, target: normalize(join(dirname(path), name)) }))
    .filter(({ target }) => exists(target))
}

/** A circle of imports, from a file over others back to it; undefined where there is none. */
export function circleOf(arrows: readonly Arrow[]): string[] | undefined {
  const targets = new Map<string, string[]>()
  for (const { path, target } of arrows) {
    targets.set(path, [...(targets.get(path) ?? []), target])
  }
  const isDone = new Set<string>()
  function search(path: string, trail: readonly string[]): string[] | undefined {
    const start = trail.indexOf(path)
    if (start >= 0) return [...trail.slice(start), path]
    if (isDone.has(path)) return undefined
    for (const target of targets.get(path) ?? []) {
      const circle = search(target, [...trail, path])
      if (circle) return circle
    }
    isDone.add(path)
    return undefined
  }
  for (const path of targets.keys()) {
    const circle = search(path, [])
    if (circle) return circle
  }
  return undefined
}

/**
 * The calls of a text that write to the store: its collections' verbs, of its own and of the library.
 * `text.replace(/a/, 'b')` is no write: the first argument of a string's `replace` is written out.
 */
export function writesOf(text: string): string[] {
  const verbs = /\.\s*(?:insert|remove|removeAll|updateMany|deleteMany)\s*\(/g
  const replacement = /\.\s*replace\s*\(\s*(?!['"`/])/g
  const ofLibrary = /\bstore\s*\.\s*\w+\s*\.\s*(?:create|createMany|update|delete|clear)\s*\(/g
  const ofStore = /\bstore\s*\.\s*(?:restore|transaction)\s*\(|\bputObject\s*\(/g
  const code = codeOf(text)
  return [verbs, replacement, ofLibrary, ofStore].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([call]) => call.replace(/\s+/g, '')),
  )
}
