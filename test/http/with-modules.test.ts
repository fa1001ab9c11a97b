import { describe, expect, it } from 'vitest'
import { withModules } from '../../src/http/with-modules.ts'
import { NotLoaded } from '../../src/shared/on-demand.ts'

function counting() {
  let count = 0
  return () => ++count
}

describe('an operation that needs a module which is loaded on demand', () => {
  it('runs again once it is loaded, with the same random numbers', async () => {
    const random = counting()
    const steps: string[] = []
    const answer = await withModules(
      random,
      (draw) => {
        steps.push(`run ${draw()} ${draw()}`)
        if (steps.length < 6) throw new NotLoaded(async () => void steps.push('load'))
        return draw()
      },
      () => steps.push('prepare'),
    )
    expect(steps).toEqual(['run 1 2', 'load', 'prepare', 'run 1 2', 'load', 'prepare', 'run 1 2'])
    expect([answer, random()]).toEqual([3, 4])
  })

  it('runs once where it does not, and throws its own errors', async () => {
    const prepare = () => {
      throw new Error('prepared')
    }
    expect(await withModules(counting(), (draw) => draw(), prepare)).toBe(1)
    const refused = withModules(
      counting(),
      () => {
        throw new Error('refused')
      },
      prepare,
    )
    await expect(refused).rejects.toThrow('refused')
  })
})
