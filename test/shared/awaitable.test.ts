import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { after as goOn, isPromise } from '../../src/shared/awaitable.ts'

const NativePromise = globalThis.Promise

/** As zone.js does: a class of its own, which no promise of an async function is an instance of. */
class OtherPromise<T> {
  readonly #native: Promise<T>
  constructor(executor: ConstructorParameters<typeof Promise<T>>[0]) {
    this.#native = new NativePromise(executor)
  }
  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
  then(...steps: Parameters<Promise<T>['then']>) {
    return new OtherPromise((resolve) => resolve(this.#native.then(...steps)))
  }
  catch(step: (error: unknown) => unknown) {
    return new OtherPromise((resolve) => resolve(this.#native.catch(step)))
  }
  finally(step: () => void) {
    return new OtherPromise((resolve) => resolve(this.#native.finally(step)))
  }
  static resolve(value: unknown) {
    return new OtherPromise((resolve) => resolve(value))
  }
  static reject(error: unknown) {
    return new OtherPromise((_, reject) => reject(error))
  }
  static all(values: Iterable<unknown>) {
    return new OtherPromise((resolve) => resolve(NativePromise.all(values)))
  }
}

describe('a value that may have to be waited for', () => {
  it('is recognized by what can be done with it', () => {
    const promised: unknown[] = [NativePromise.resolve(1), OtherPromise.resolve(1)]
    expect(promised.map((each) => isPromise(each))).toEqual([true, true])
    // biome-ignore lint/suspicious/noThenProperty: it is no function, so this is no promise.
    const others = [undefined, null, 1, 'then', {}, { then: 1 }, () => 1]
    expect(others.filter((each) => isPromise<unknown>(each))).toEqual([])
  })

  it('is gone on with at once where it is there', () => {
    expect(goOn(1, (value) => value + 1)).toBe(2)
  })

  it('is gone on with later where it is promised', async () => {
    expect(await goOn(NativePromise.resolve(1), (value) => value + 1)).toBe(2)
  })
})

describe('where the global Promise is replaced, a forge', () => {
  const headers = { 'PRIVATE-TOKEN': 'jane-token', 'Content-Type': 'application/json' }
  const seed = { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] }
  const projects = 'http://forge.test/api/v3/projects'
  const issues = `${projects}/jane%2Fwebsite/issues`
  const post = { method: 'POST', headers, body: '{"title":"Broken"}' }

  async function forgeOfItsOwn() {
    const { createForge } = await import('../../src/forge/create-forge.ts')
    return createForge({ seed })
  }

  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('Promise', OtherPromise)
    expect((async () => {})()).not.toBeInstanceOf(Promise)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('answers', async () => {
    const forge = await forgeOfItsOwn()
    const listed = await forge.fetch(projects, { headers })
    expect([listed.status, await listed.json()]).toMatchObject([200, [{ name: 'website' }]])
    const created = await forge.fetch(issues, post)
    expect([created.status, await created.json()]).toMatchObject([201, { title: 'Broken' }])
    expect((await forge.fetch(projects)).status).toBe(401)
  })

  it('has faults', async () => {
    const forge = await forgeOfItsOwn()
    forge.faults.add({ operation: 'listProjects', status: 503, delay: 1, times: 1 })
    forge.faults.add({ operation: 'createIssue', connection: 'drop', phase: 'after', times: 1 })
    expect((await forge.fetch(projects, { headers })).status).toBe(503)
    expect((await forge.fetch(issues, post)).type).toBe('error')
    expect(forge.db.issues.all()).toHaveLength(1)
  })

  it('is checked by matchers', async () => {
    const forge = await forgeOfItsOwn()
    await forge.fetch(issues, post)
    const { forgeMatchers } = await import('../../src/adapters/matchers/index.ts')
    const context = { equals: (actual: unknown, wanted: unknown) => actual === wanted }
    const check = forgeMatchers.toHaveIssue.bind(context)
    expect(await check(forge, { title: 'Broken' })).toMatchObject({ pass: true })
    // What is served promises its records.
    const served = { requests: {}, export: async () => forge.export() } as unknown as typeof forge
    expect(await check(served, { title: 'Broken' })).toMatchObject({ pass: true })
    const promised = forgeOfItsOwn() as unknown as typeof forge
    expect(() => check(promised, {})).toThrow('write `await createForge()`')
    await promised
  })

  it('waits for an edit of a record', async () => {
    const forge = await forgeOfItsOwn()
    await forge.db.users.update((query) => query.where({ username: 'jane' }), {
      async data(jane) {
        await null
        jane.state = 'blocked'
      },
    })
    expect(forge.db.users.get(1)?.state).toBe('blocked')
  })

  it('is asked to be awaited', async () => {
    const { handlers } = await import('../../src/adapters/msw.ts')
    const promised = forgeOfItsOwn()
    expect(() => handlers(promised as never)).toThrow('got a Promise; write `await createForge()`')
    await promised
  })
})
