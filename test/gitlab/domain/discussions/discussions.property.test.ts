import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'
import { seed } from '../../operations/v4/discussion-world.ts'

const parents = [
  '/projects/1/issues/1',
  '/projects/1/merge_requests/1',
  '/projects/1/snippets/1',
] as const

interface Note {
  readonly id: number
  readonly created_at: string
  readonly resolvable: boolean
  readonly resolved?: boolean
}
interface Discussion {
  readonly id: string
  readonly resolved: boolean
  readonly notes: readonly Note[]
}

/** What somebody does; a place chooses among the discussions that there are. */
const step = fc.record({
  who: fc.constantFrom('jane', 'bob', 'dev', 'gus', 'eve'),
  does: fc.constantFrom('begin', 'comment', 'reply', 'resolve', 'open', 'delete'),
  place: fc.nat(9),
})

describeV4('discussions, whatever is done,', { seed: seed satisfies Seed }, (api) => {
  it.each(parents.map((parent) => [parent]))(
    'hold every note of %s once, in the order of their beginning',
    async (parent) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          api.forge.reset()
          const jane = api.as('jane')
          const all = async (): Promise<Discussion[]> =>
            (await jane.get(`${parent}/discussions`, { per_page: 100 })).body
          for (const { who, does, place } of steps) {
            const user = api.as(who)
            const there = await all()
            if (there.length === 0 && !['begin', 'comment'].includes(does)) continue
            const at = `${parent}/discussions/${there[place % there.length]?.id}`
            if (does === 'begin') await user.post(`${parent}/discussions`, { body: 'Why?' })
            if (does === 'comment') await user.post(`${parent}/notes`, { body: 'Hm' })
            if (does === 'reply') await user.post(`${at}/notes`, { body: 'So' })
            const last = `${at}/notes/${there[place % there.length]?.notes.at(-1)?.id}`
            if (does === 'resolve') await user.put(last, { resolved: true })
            if (does === 'open') await user.put(last, { resolved: false })
            if (does === 'delete') await user.delete(last)
          }
          const found = await all()
          const notes = (await jane.get(`${parent}/notes`, { per_page: 100 })).body as Note[]
          const held = found.flatMap((one) => one.notes.map(({ id }) => id))
          expect(held.toSorted((a, b) => a - b)).toEqual(
            notes.map(({ id }) => id).toSorted((a, b) => a - b),
          )
          const firsts = found.map((one) => one.notes[0]?.id ?? 0)
          expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
          for (const one of found) {
            const open = one.notes.filter((note) => note.resolvable && note.resolved === false)
            const isResolvable = one.notes.some(({ resolvable }) => resolvable)
            expect(one.resolved).toBe(isResolvable && open.length === 0)
            expect((await jane.get(`${parent}/discussions/${one.id}`)).body).toEqual(one)
          }
        }),
        { numRuns: 15 },
      )
    },
  )
})
