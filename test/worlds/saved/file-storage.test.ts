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
import { createForge } from '../../../src/forge/create-forge.ts'
import { fileStorage } from '../../../src/worlds/saved/file-storage.ts'
import { memoryStorage, type WorldStorage } from '../../../src/worlds/saved/storage.ts'

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

describe('a file that another one writes as well', () => {
  const refusal = (path: string) =>
    `The world cannot be saved to ${path}: another program has written to it since, and what that wrote would be lost.`
  const other = (path: string, ...values: number[]) => fileStorage(path).save(bytes(...values))

  it('is left as it is by whoever loaded it before, or saved to it', async () => {
    const path = join(emptyFolder(), 'world')
    await other(path, 1)
    const [loaded, saved] = [fileStorage(path), fileStorage(path)]
    await loaded.load()
    await saved.save(bytes(2))
    await expect(loaded.save(bytes(3))).rejects.toThrow(refusal(path))
    expect([...readFileSync(path)]).toEqual([2])
    await other(path, 4)
    await expect(saved.save(bytes(3))).rejects.toThrow(refusal(path))
    expect([...readFileSync(path)]).toEqual([4])
    expect(readdirSync(join(path, '..'))).toEqual(['world'])
  })

  it('is left as it is by whoever found none', async () => {
    const path = join(emptyFolder(), 'world')
    const storage = fileStorage(path)
    await storage.load()
    await other(path, 1)
    await expect(storage.save(bytes(2))).rejects.toThrow(refusal(path))
    expect([...readFileSync(path)]).toEqual([1])
  })

  it('is known by its bytes: a copy of them is the same one', async () => {
    const path = join(emptyFolder(), 'world')
    const storage = fileStorage(path)
    await storage.save(bytes(1))
    rmSync(path)
    writeFileSync(path, bytes(1))
    await storage.save(bytes(2))
    await other(path, 2, 0)
    await expect(storage.save(bytes(3))).rejects.toThrow(refusal(path))
  })

  it('is written again where it was removed, and where it is loaded anew', async () => {
    const path = join(emptyFolder(), 'world')
    const storage = fileStorage(path)
    await storage.save(bytes(1))
    rmSync(path)
    await storage.save(bytes(2))
    await other(path, 3)
    await expect(storage.save(bytes(4))).rejects.toThrow(refusal(path))
    rmSync(path)
    await storage.save(bytes(4))
    await other(path, 5)
    await storage.load()
    await storage.save(bytes(6))
    expect([...readFileSync(path)]).toEqual([6])
  })

  it('is refused with the same error until it is written again', async () => {
    const path = join(emptyFolder(), 'world')
    const storage = fileStorage(path)
    const failure = () => storage.save(bytes(2)).then(String, (error: unknown) => error)
    await storage.save(bytes(1))
    await other(path, 3)
    const first = await failure()
    expect(first).toBeInstanceOf(Error)
    expect(await failure()).toBe(first)
    rmSync(path)
    await storage.save(bytes(1))
    await other(path, 3)
    expect(await failure()).not.toBe(first)
  })

  it('is not removed but by whoever knows it', async () => {
    const path = join(emptyFolder(), 'world')
    const storage = fileStorage(path)
    await storage.save(bytes(1))
    await other(path, 2)
    await expect(storage.remove()).rejects.toThrow(
      `The world ${path} cannot be removed: another program has written to it since`,
    )
    await storage.load()
    await storage.remove()
    expect(existsSync(path)).toBe(false)
    await storage.remove()
    await other(path, 1)
    await fileStorage(path).remove()
    expect(existsSync(path)).toBe(false)
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
