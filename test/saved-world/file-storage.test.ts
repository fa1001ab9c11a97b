import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/create-forge.ts'
import { fileStorage } from '../../src/saved-world/file-storage.ts'
import { memoryStorage, type WorldStorage } from '../../src/saved-world/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-saved-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
function emptyFolder(): string {
  const path = join(folder, String(++count))
  mkdirSync(path)
  return path
}
const bytes = (...values: number[]) => new Uint8Array(values)

describe.each<[string, () => WorldStorage]>([
  ['a file', () => fileStorage(join(emptyFolder(), 'world'))],
  ['memory', () => memoryStorage()],
])('a storage in %s', (_name, create) => {
  it('has nothing at first, and then what was saved last', async () => {
    const storage = create()
    expect(await storage.load()).toBeUndefined()
    await storage.save(bytes(1, 2, 3))
    await storage.save(bytes(4))
    expect(await storage.load()).toEqual(bytes(4))
  })

  it('keeps what it was given, whatever becomes of it', async () => {
    const storage = create()
    const given = bytes(1)
    await storage.save(given)
    given.fill(9)
    ;(await storage.load())?.fill(9)
    expect(await storage.load()).toEqual(bytes(1))
  })

  it('holds one of several that are saved at the same time', async () => {
    const storage = create()
    const all = Array.from({ length: 20 }, (_, at) => new Uint8Array(50_000).fill(at))
    await Promise.all(all.map((one) => storage.save(one)))
    expect(all).toContainEqual(await storage.load())
  })
})

describe('a storage in memory', () => {
  it('may begin with bytes', async () => {
    expect(await memoryStorage(bytes(7)).load()).toEqual(bytes(7))
  })
})

describe('a storage in a file', () => {
  it('leaves nothing beside the file, and lets nobody else read it', async () => {
    const path = join(emptyFolder(), 'world')
    await fileStorage(pathToFileURL(path)).save(bytes(1))
    expect(readdirSync(join(path, '..'))).toEqual(['world'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('replaces what a link leads to', async () => {
    const [path, link] = [join(emptyFolder(), 'world'), join(emptyFolder(), 'link')]
    writeFileSync(path, 'old')
    symlinkSync(path, link)
    await fileStorage(link).save(bytes(1))
    expect([...readFileSync(path)]).toEqual([1])
  })

  it('removes what a process left that was killed, and nothing else', async () => {
    const path = join(emptyFolder(), 'world')
    const others = [`world.${process.pid}-1.tmp`, 'world.old.tmp', 'other.999999999-1.tmp']
    for (const name of [...others, 'world.999999999-1.tmp']) {
      writeFileSync(join(path, '..', name), 'x')
    }
    await fileStorage(path).load()
    expect(readdirSync(join(path, '..'))).toHaveLength(4)
    await fileStorage(path).save(bytes(1))
    expect(readdirSync(join(path, '..')).sort()).toEqual([...others, 'world'].sort())
  })

  it('says why it cannot be written or read, and leaves what was there', async () => {
    const nowhere = join(emptyFolder(), 'nowhere/world')
    await expect(fileStorage(nowhere).save(bytes(1))).rejects.toThrow(
      `The world cannot be saved to ${nowhere}: ENOENT`,
    )
    const taken = emptyFolder()
    await expect(fileStorage(taken).load()).rejects.toThrow(
      `The saved world ${taken} cannot be read: EISDIR`,
    )
    await expect(fileStorage(taken).save(bytes(1))).rejects.toThrow('cannot be saved')
    expect(existsSync(taken)).toBe(true)
    expect(readdirSync(join(taken, '..')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('forge.save', () => {
  const seed = { users: [{ username: 'jane' }] }

  it('writes what createForge goes on from, by path and by URL', async () => {
    const forge = await createForge({ seed })
    const path = join(emptyFolder(), 'world.forgery')
    await forge.save(path)
    forge.db.users.insert({ username: 'ann', name: 'Ann', email: 'ann@x.example' })
    expect((await createForge({ from: path })).db.users.all()).toHaveLength(1)
    await forge.save(pathToFileURL(path))
    for (const from of [path, pathToFileURL(path), String(pathToFileURL(path))]) {
      expect((await createForge({ from })).db.users.all()).toHaveLength(2)
    }
    expect(readFileSync(path, 'latin1')).toMatch(/^forgery-world 1 \d+ [0-9a-f]{40}\n/)
  })

  it('refuses a file that is not there, and names one that is damaged', async () => {
    const path = join(emptyFolder(), 'world.forgery')
    await expect(createForge({ from: path })).rejects.toThrow(
      `createForge: there is no saved world ${path}, as \`forge.save\` writes one.`,
    )
    writeFileSync(path, 'forgery-world 1')
    await expect(createForge({ from: path })).rejects.toThrow(
      `The saved world ${path} cannot be read: its first line is damaged.`,
    )
  })
})
