import { expect, it } from 'vitest'
import { digestOf } from '../../src/http/body-digest.ts'

const text = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, title: 'A'.repeat(20) })))

it('is the same for the same body, as text or as bytes', () => {
  for (const body of ['', 'a', 'é', text, 'é'.repeat(100_000), 'a'.repeat(200_000), text]) {
    expect(digestOf(body)).toBe(digestOf(new TextEncoder().encode(body)))
    expect(digestOf(body)).toMatch(/^[\da-f]{16}$/)
  }
})

it('differs wherever one character does, and where one more stands', () => {
  const bodies = new Set<string>()
  for (let place = 0; place <= text.length; place++) {
    for (const other of ['Z', 'é']) {
      bodies.add(text.slice(0, place) + other + text.slice(place + 1))
      bodies.add(text.slice(0, place) + other + text.slice(place))
    }
  }
  expect(new Set([...bodies].map(digestOf)).size).toBe(bodies.size)
})

it('looks at a part of a larger buffer alone', () => {
  const buffer = new TextEncoder().encode(`xxx${text}xxx`)
  expect(digestOf(buffer.subarray(3, 3 + text.length))).toBe(digestOf(text))
})
