import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { archivedFiles, extract, findInArchive } from '../../src/ci/artifact-archive.ts'

const text = new TextEncoder().encode('made\n'.repeat(100))
const zip = zipSync({ 'a/deflated': text, stored: [text, { level: 0 }] })

test('a file is found by its path, compressed or not', async () => {
  for (const path of ['a/deflated', 'stored']) {
    const file = findInArchive(zip, path)
    expect(file?.size).toBe(500)
    expect(file && (await extract(file))).toEqual(text)
  }
  expect(findInArchive(zip, 'a')).toBeUndefined()
  expect(findInArchive(zip, 'deflated')).toBeUndefined()
})

test('the files of an archive are listed in its order, and of what is none none', () => {
  expect(Array.from(archivedFiles(zip), ({ path }) => path)).toEqual(['a/deflated', 'stored'])
  expect([...archivedFiles(text)]).toEqual([])
})

test('an archive may have a comment and stand within other bytes', () => {
  const commented = new Uint8Array([9, ...zip, ...new TextEncoder().encode('said')]).subarray(1)
  commented[zip.length - 2] = 4
  expect(findInArchive(commented, 'stored')?.size).toBe(500)
})

test('what is no archive, or a broken one, holds nothing', () => {
  expect(findInArchive(new Uint8Array(), 'stored')).toBeUndefined()
  expect(findInArchive(new Uint8Array(100), 'stored')).toBeUndefined()
  for (let length = 0; length < zip.length; length++) {
    expect(findInArchive(zip.subarray(0, length), 'stored')).toBeUndefined()
  }
  for (let at = 0; at < zip.length; at++) {
    const broken = zip.slice()
    broken[at] = 0xff
    expect(() => findInArchive(broken, 'stored')).not.toThrow()
  }
})
