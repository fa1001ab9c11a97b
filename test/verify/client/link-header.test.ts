import { expect, it } from 'vitest'
import { readLinkHeader } from '../../../src/verify/client/link-header.ts'

const next = { target: 'https://a.test/x?page=2', relations: ['next'] }

it.each([
  ['', []],
  ['<https://a.test/x?page=2>; rel="next"', [next]],
  ['<https://a.test/x?page=2>;REL=next', [next]],
  ['<https://a.test/x?page=2>; title="A, page; of two"; rel="next"', [next]],
  ['<https://a.test/x?page=2>; title="say \\"<a, b\\""; rel="NEXT"', [next]],
  [
    '<https://a.test/x?page=2> ; rel = "next" , <https://a.test/>; rel="first last"',
    [next, { target: 'https://a.test/', relations: ['first', 'last'] }],
  ],
  [
    '<https://a.test/?a=1,2;3>; rel="prev"; rel="next"',
    [{ target: 'https://a.test/?a=1,2;3', relations: ['prev'] }],
  ],
  ['<https://a.test/x?page=2>; rel="next", nonsense, <unfinished', [next]],
  ['<https://a.test/>', [{ target: 'https://a.test/', relations: [] }]],
])('reads %s', (header, links) => {
  expect(readLinkHeader(header)).toEqual(links)
})
