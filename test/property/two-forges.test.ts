import { it } from 'vitest'
import { createTestForge } from '../harness.ts'
import { searchCalls, searchTimeout } from './search.ts'
import { ask, isRare, watch, watchedOptions } from './watched-forge.ts'

it(
  'keeps two forges apart that share the records they began with, whichever is asked',
  async () => {
    const first = await createTestForge(watchedOptions)
    const [frozen, fitting] = [new WeakSet(), new WeakSet()]
    const [one, other] = [watch(first, frozen, fitting), watch(first.fork(), frozen, fitting)]
    await searchCalls('Two forges', async (sequence, isSecond) => {
      one.begin(false)
      other.begin(false)
      for (const [index, call] of sequence.entries()) {
        const [asked, left] = isSecond[index] ? [other, one] : [one, other]
        const { status, what } = await ask(asked.forge, call)
        await asked.settle(what, status < 400)
        await left.settle(`${what}, by the other forge`, false)
      }
      for (const each of [one, other]) await each.end('at the end', isRare(isSecond))
    })
  },
  searchTimeout,
)
