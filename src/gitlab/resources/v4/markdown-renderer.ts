import type * as markdown from './markdown-html.ts'

/** Thrown where Markdown is rendered before the renderer is loaded: the request loads it, and runs its operation again. */
export class RendererMissing extends Error {}

let renderer: typeof markdown | undefined

/** Loads the renderer of Markdown. Most suites never need it, so that it is no part of what they load. */
export async function loadRenderer(): Promise<void> {
  renderer ??= await import('./markdown-html.ts')
}

/** Returns the renderer of Markdown. Throws RendererMissing where it is not loaded. */
export function markdownRenderer(): typeof markdown {
  if (!renderer) throw new RendererMissing()
  return renderer
}
