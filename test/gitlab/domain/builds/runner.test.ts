import { describe, expect, it } from 'vitest'
import { createTestForge, now } from '../../../harness.ts'
import { buildWorld } from '../../operations/v3/build-world.ts'

const later = '2017-01-15T12:10:00.000Z'

async function forgeOf() {
  let time = now
  const forge = await createTestForge({ seed: buildWorld, now: () => new Date(time) })
  return { forge, setTime: (to: string) => (time = to) }
}

describe('forge.advance', () => {
  it('starts a build, then ends it, each at its time', async () => {
    const { forge, setTime } = await forgeOf()
    const running = forge.builds.advance(11, 'running')
    expect(running).toMatchObject({ status: 'running', started_at: now, finished_at: null })
    setTime(later)
    const over = forge.builds.advance(running, 'failed')
    expect(over).toMatchObject({ status: 'failed', started_at: now, finished_at: later })
    expect(forge.db.builds.get(11)).toBe(over)
  })

  it.each(['success', 'failed'] as const)('starts what was not started: %s', async (state) => {
    const { forge } = await forgeOf()
    const build = forge.builds.advance(12, state)
    expect(build).toMatchObject({ status: state, started_at: now, finished_at: now })
  })

  it('cancels what need not have started', async () => {
    const { forge } = await forgeOf()
    expect(forge.builds.advance(11, 'canceled')).toMatchObject({
      started_at: null,
      finished_at: now,
    })
  })

  it('appends to the trace', async () => {
    const { forge } = await forgeOf()
    forge.builds.advance(10, 'running', { trace: 'ning\n' })
    expect(forge.builds.advance(10, 'success', { trace: 'done\n' }).trace).toBe('running\ndone\n')
  })

  it('keeps artifacts and coverage, and a copy of the bytes', async () => {
    const { forge } = await forgeOf()
    const bytes = new Uint8Array([1, 2, 255])
    const artifacts = { filename: 'dist.zip', bytes, expires_at: later }
    forge.builds.advance(10, 'running', { artifacts, coverage: 12.5 })
    bytes[0] = 9
    const build = forge.builds.advance(10, 'success')
    expect(build.coverage).toBe(12.5)
    expect(build.artifacts).toEqual({
      filename: 'dist.zip',
      bytes: new Uint8Array([1, 2, 255]),
      expires_at: later,
    })
  })

  it('keeps artifacts for ever that would outlive the year 9999', async () => {
    const { forge } = await forgeOf()
    await forge.db.builds.update((query) => query.where({ id: 10 }), {
      data(build) {
        build.artifacts_expire_in = 9000 * 366 * 86_400
      },
    })
    const artifacts = { filename: 'dist.zip', bytes: new Uint8Array([1]) }
    expect(forge.builds.advance(10, 'success', { artifacts }).artifacts?.expires_at).toBeNull()
  })

  it.each([
    [1, 'success'],
    [6, 'failed'],
    [13, 'canceled'],
    [8, 'skipped'],
  ])('does not move the build %i, which is %s', async (id, state) => {
    const { forge } = await forgeOf()
    const before = forge.db.builds.get(id)
    expect(() => forge.builds.advance(id, 'success')).toThrow(`The build ${id} is ${state}`)
    expect(forge.db.builds.get(id)).toBe(before)
  })

  it('knows no unknown build', async () => {
    const { forge } = await forgeOf()
    expect(() => forge.builds.advance(99, 'success')).toThrow('There is no build 99')
  })

  it.each([undefined, null, '10', {}])('refuses %s as a build', async (build) => {
    const { forge } = await forgeOf()
    const got = { undefined: 'undefined', null: 'null', '10': '"10"' }[String(build)] ?? 'an object'
    expect(() => forge.builds.advance(build as never, 'success')).toThrow(
      new TypeError(
        `forge.builds.advance: the build must be a record of one or its id; got ${got}`,
      ),
    )
  })

  it.each(['nope', 'toString', undefined])('refuses %s as a state', async (state) => {
    const { forge } = await forgeOf()
    expect(() => forge.builds.advance(10, state as never)).toThrow(
      new TypeError(
        `forge.builds.advance: the state must be one of running, success, failed, canceled; got ${JSON.stringify(state)}`,
      ),
    )
  })

  it('refuses a trace and artifacts that are too large, and leaves the build', async () => {
    const { forge } = await forgeOf()
    const before = forge.db.builds.get(10)
    const trace = 'x'.repeat(4 * 2 ** 20)
    expect(() => forge.builds.advance(10, 'success', { trace })).toThrow()
    const bytes = new Uint8Array(100 * 2 ** 20 + 1)
    const artifacts = { filename: 'a.zip', bytes }
    expect(() => forge.builds.advance(10, 'success', { artifacts })).toThrow('100 MiB')
    expect(forge.db.builds.get(10)).toBe(before)
    expect(forge.builds.advance(11, 'success', { trace }).trace).toHaveLength(4 * 2 ** 20)
  })

  it('leaves a fork and a snapshot as they were', async () => {
    const { forge } = await forgeOf()
    const snapshot = forge.snapshot()
    const fork = forge.fork()
    forge.builds.advance(10, 'success')
    expect(fork.db.builds.get(10)?.status).toBe('running')
    forge.restore(snapshot)
    expect(forge.db.builds.get(10)?.status).toBe('running')
  })
})
