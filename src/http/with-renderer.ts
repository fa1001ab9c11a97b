import { loadRenderer, RendererMissing } from '../gitlab/resources/v4/markdown-renderer.ts'

type RandomSource = () => number

/**
 * Runs an operation. Where its response needs the renderer of Markdown before that is loaded, the operation throws, so
 * that its writes are rolled back, and runs again afterwards: with the same random numbers, so that it makes no
 * difference to a world whether the renderer was loaded before. `prepareAgain` looks up what may have changed meanwhile.
 */
export async function withRenderer<T>(
  random: RandomSource,
  run: (random: RandomSource) => T,
  prepareAgain: () => void,
): Promise<T> {
  const drawn: number[] = []
  const draw = () => {
    const next = random()
    drawn.push(next)
    return next
  }
  try {
    return run(draw)
  } catch (error) {
    if (!(error instanceof RendererMissing)) throw error
    await loadRenderer()
    prepareAgain()
    return run(() => drawn.shift() ?? random())
  }
}
