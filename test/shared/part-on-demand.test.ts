import { describe, expect, it } from 'vitest'
import { partOnDemand, withParts } from '../../src/shared/part-on-demand.ts'

const number = () => partOnDemand('The number', async () => 7)

describe('a part that is loaded on demand', () => {
  it('is there once it is loaded, and the step that misses it is told what is missing', async () => {
    const part = number()
    expect(part.isLoaded()).toBe(false)
    expect(part.loaded).toThrow('The number is not loaded')
    await part.load()
    expect(part.isLoaded()).toBe(true)
    expect(part.loaded()).toBe(7)
  })

  it('is loaded once', async () => {
    let count = 0
    const part = partOnDemand('The count', async () => ++count)
    await part.load()
    await part.load()
    expect(part.loaded()).toBe(1)
  })

  it('is loaded once for all who ask at the same time', async () => {
    let count = 0
    const part = partOnDemand('The count', async () => ++count)
    await Promise.all([part.load(), part.load(), part.load()])
    expect(count).toBe(1)
  })

  it('is tried anew after it could not be loaded', async () => {
    let count = 0
    const part = partOnDemand('The file', async () => {
      count += 1
      if (count === 1) throw new Error('Not found.')
      return count
    })
    await expect(Promise.all([part.load(), part.load()])).rejects.toThrow('Not found.')
    await part.load()
    expect(part.loaded()).toBe(2)
  })
})

describe('a step with parts', () => {
  it('takes no promise where nothing is missing', () => {
    expect(withParts(() => 'done')).toBe('done')
  })

  it('is taken back and repeated for each part that it misses', async () => {
    const [one, other] = [number(), number()]
    const done: string[] = []
    const step = () => {
      done.push('begun')
      return one.loaded() + other.loaded()
    }
    const result = withParts(step, () => done.push('taken back'))
    expect(done).toEqual(['begun', 'taken back'])
    expect(await result).toBe(14)
    expect(done).toEqual(['begun', 'taken back', 'begun', 'taken back', 'begun'])
  })

  it('that fails for a reason of its own fails, at once or when it is repeated', async () => {
    const fail = () => {
      throw new Error('No.')
    }
    expect(() => withParts(fail)).toThrow('No.')
    const part = number()
    await expect(withParts(() => part.loaded() && fail())).rejects.toThrow('No.')
  })

  it('fails where the part cannot be loaded', async () => {
    const part = partOnDemand('The file', () => Promise.reject(new Error('Not found.')))
    await expect(withParts(() => part.loaded())).rejects.toThrow('Not found.')
  })
})
