import { NotLoaded } from '../shared/on-demand.ts'

type RandomSource = () => number

/**
 * Runs an operation. Where it uses a module that is loaded on demand, such as the renderer of Markdown, before that is
 * loaded, it throws, so that its writes are rolled back, and runs again afterwards: with the same random numbers, so
 * that it makes no difference to a world which modules were loaded before. `prepareAgain` looks up what may have
 * changed meanwhile.
 */
export async function withModules<T>(
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
    if (!(error instanceof NotLoaded)) throw error
    await error.load()
  }
  prepareAgain()
  const repeat = () => drawn.shift() ?? random()
  return withModules(repeat, run, prepareAgain)
}
