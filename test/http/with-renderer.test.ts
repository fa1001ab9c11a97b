import { describe, expect, it } from 'vitest'
import { RendererMissing } from '../../src/gitlab/resources/v4/markdown-renderer.ts'
import { withRenderer } from '../../src/http/with-renderer.ts'

function counting() {
  let count = 0
  return () => ++count
}

describe('an operation that needs the renderer of Markdown', () => {
  it('runs again once it is loaded, with the same random numbers', async () => {
    const random = counting()
    const steps: string[] = []
    const answer = await withRenderer(
      random,
      (draw) => {
        steps.push(`run ${draw()} ${draw()}`)
        if (steps.length === 1) throw new RendererMissing()
        return draw()
      },
      () => steps.push('prepare'),
    )
    expect([steps, answer]).toEqual([['run 1 2', 'prepare', 'run 1 2'], 3])
    expect(random()).toBe(4)
  })

  it('runs once where it does not, and throws its own errors', async () => {
    const prepare = () => {
      throw new Error('prepared')
    }
    expect(await withRenderer(counting(), (draw) => draw(), prepare)).toBe(1)
    const refused = withRenderer(
      counting(),
      () => {
        throw new Error('refused')
      },
      prepare,
    )
    await expect(refused).rejects.toThrow('refused')
  })
})
