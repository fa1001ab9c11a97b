import { describe, expect, it } from 'vitest'
import { readChunks, removeChunks, writeChunks } from '../../../src/adapters/worker/chunks.ts'
import { createFakeStorage } from './fake-engine.ts'

const kibibytes = (count: number) =>
  Uint8Array.from({ length: count * 1024 }, (_, place) => (place * 31 + (place >> 10)) % 251)

describe('bytes in chunks', () => {
  it.each([
    ['none', 0, 1],
    ['few', 1, 1],
    ['a full chunk', 120, 1],
    ['more than one', 121, 2],
    ['more than one call may have', 120 * 130, 130],
  ])('are read as they were written: %s', async (_, size, chunks) => {
    const storage = createFakeStorage()
    const bytes = kibibytes(size)
    await writeChunks(storage, 'world', bytes)
    expect(storage.values.size).toBe(chunks)
    expect(Buffer.compare((await readChunks(storage, 'world')) ?? kibibytes(1), bytes)).toBe(0)
  })

  it('are none where none were written', async () => {
    expect(await readChunks(createFakeStorage(), 'world')).toBeUndefined()
  })

  it('take the place of those before, and leave nothing of them', async () => {
    const storage = createFakeStorage()
    await writeChunks(storage, 'world', kibibytes(500))
    await writeChunks(storage, 'world', kibibytes(130))
    expect([...storage.values.keys()]).toEqual(['world', 'chunk:1:world'])
    expect(await readChunks(storage, 'world')).toEqual(kibibytes(130))
    await removeChunks(storage, 'world')
    expect(storage.values.size).toBe(0)
  })

  it('do not meet those of other keys', async () => {
    const storage = createFakeStorage()
    await writeChunks(storage, 'a', kibibytes(300))
    await writeChunks(storage, 'a/1', kibibytes(200))
    await writeChunks(storage, '1:a', kibibytes(250))
    expect((await readChunks(storage, 'a'))?.length).toBe(300 * 1024)
    expect((await readChunks(storage, 'a/1'))?.length).toBe(200 * 1024)
    expect((await readChunks(storage, '1:a'))?.length).toBe(250 * 1024)
  })

  it('are refused where one is missing', async () => {
    const storage = createFakeStorage()
    await writeChunks(storage, 'world', kibibytes(300))
    await storage.delete(['chunk:2:world'])
    await expect(readChunks(storage, 'world')).rejects.toThrow('lost chunk:2:world')
  })
})
