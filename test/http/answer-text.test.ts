import { describe, expect, it } from 'vitest'
import { answerText } from '../../src/http/answer-text.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const entries = (count: number) => numbers(count).map((id) => ({ id, name: `[${id}],{"}` }))

describe('the text of an answer', () => {
  it.each([0, 1, 19, 20, 21, 40, 41, 100])('has all of a list of %i entries', (count) => {
    const list = entries(count)
    expect(answerText(list)).toBe(JSON.stringify(list))
  })

  it.each([0, 20, 21, 45])('has all of a list of %i entries within an object', (count) => {
    const answer = { before: 1, none: undefined, list: entries(count), after: [null] }
    expect(answerText(answer)).toBe(JSON.stringify(answer))
  })
})
