import { describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { autosave } from '../../../src/worlds/saved/autosave.ts'
import { memoryStorage, type WorldStorage } from '../../../src/worlds/saved/storage.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const add = ({ db }: Forge, username: string) =>
  db.users.insert({ username, name: username, email: `${username}@x.example` })
const namesIn = async (storage: WorldStorage) => {
  const from = await storage.load()
  if (!from) return undefined
  return (await createForge({ from })).db.users.all().map(({ username }) => username)
}

/** A storage that can fail, be slow, and counts. */
function observedStorage() {
  const memory = memoryStorage()
  const observed = {
    saves: 0,
    atOnce: 0,
    maxAtOnce: 0,
    failure: undefined as Error | undefined,
    load: memory.load,
    async save(bytes: Uint8Array) {
      observed.saves++
      observed.maxAtOnce = Math.max(observed.maxAtOnce, ++observed.atOnce)
      await new Promise((resolve) => setTimeout(resolve, 20))
      observed.atOnce--
      if (observed.failure) throw observed.failure
      await memory.save(bytes)
    },
  }
  return observed
}

describe('autosave', () => {
  it('saves soon after a change, several of them once', async () => {
    const forge = await createForge({ seed })
    const storage = observedStorage()
    const saving = autosave(forge, storage, { delay: 10 })
    for (const name of ['ann', 'bob', 'kim']) add(forge, name)
    await expect.poll(() => namesIn(storage)).toEqual(['root', 'ann', 'bob', 'kim'])
    expect(storage.saves).toBe(1)
    await saving.stop()
  })

  it('saves what an operation wrote, a reset and a restore', async () => {
    const forge = await createForge({ seed })
    const storage = memoryStorage()
    const saving = autosave(forge, storage, { delay: 1 })
    const before = forge.snapshot()
    await forge.fetch(
      new Request('http://forge.test/api/v3/users/1?private_token=root-token', {
        method: 'PUT',
        body: new URLSearchParams({ username: 'boss' }),
      }),
    )
    await expect.poll(() => namesIn(storage)).toEqual(['boss'])
    forge.reset()
    await expect.poll(() => namesIn(storage)).toEqual(['root'])
    add(forge, 'ann')
    await expect.poll(() => namesIn(storage)).toEqual(['root', 'ann'])
    forge.restore(before)
    await expect.poll(() => namesIn(storage)).toEqual(['root'])
    await saving.stop()
  })

  it('saves nothing while nothing changes', async () => {
    const forge = await createForge({ seed })
    const storage = observedStorage()
    const saving = autosave(forge, storage, { delay: 1 })
    await forge.fetch(new Request('http://forge.test/api/v3/user?private_token=root-token'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(storage.saves).toBe(0)
    await saving.stop()
    expect(storage.saves).toBe(1)
  })

  it('saves one after the other, and the last of it at the end', async () => {
    const forge = await createForge({ seed })
    const storage = observedStorage()
    const saving = autosave(forge, storage, { delay: 1 })
    // No stream of changes puts it off.
    for (let count = 0; count < 20 || storage.saves < 2; count++) {
      add(forge, `user-${count}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    add(forge, 'last')
    await saving.stop()
    expect(await namesIn(storage)).toHaveLength(forge.db.users.count())
    expect(storage.maxAtOnce).toBe(1)
    const { saves } = storage
    add(forge, 'too-late')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(storage.saves).toBe(saves)
  })

  it('reports where the storage fails, and tries again', async () => {
    const forge = await createForge({ seed })
    const storage = observedStorage()
    storage.failure = new Error('no space')
    const errors: unknown[] = []
    const saving = autosave(forge, storage, { delay: 1, onError: (error) => errors.push(error) })
    add(forge, 'ann')
    await expect.poll(() => errors).toEqual([storage.failure])
    await expect(saving.stop()).rejects.toThrow('no space')
    storage.failure = undefined
    const again = autosave(forge, storage)
    await again.stop()
    expect(await namesIn(storage)).toEqual(['root', 'ann'])
  })
})
