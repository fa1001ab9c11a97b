import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { lacks } from '../programs.ts'
import {
  createWorkshop,
  runProgram,
  type ServedForge,
  serveForge,
  type Workshop,
} from './served-forge.ts'

const program = join(import.meta.dirname, 'libgit2.py')

describe.skipIf(lacks('pygit2'))('libgit2', () => {
  let workshop: Workshop
  let served: ServedForge
  beforeAll(async () => {
    workshop = createWorkshop()
    served = await serveForge({ seed: repositoryWorld })
  })
  afterAll(async () => {
    await served.close()
    workshop.remove()
  })

  async function refs(): Promise<ReadonlyMap<string, string>> {
    return served.forge.db.repositories.all()[0]?.refs ?? new Map()
  }

  it('clones, pushes, forces, tags, deletes and fetches', async () => {
    const before = new Map(await refs())
    const address = served.address('acme/site')
    const words = [program, address, 'mona', 'mona-token', workshop.path]
    const { out, err, status } = await runProgram('/usr/bin/python3', words, workshop.path)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const steps = new Map(lines.map(({ step, ...said }) => [step, said]))
    const master = before.get('refs/heads/master')
    expect(steps.get('clone')).toMatchObject({ head: master })
    for (const step of ['create', 'move', 'force', 'tag', 'delete']) {
      expect(steps.get(step), step).toMatchObject({ refused: {} })
    }
    expect(Object.keys(steps.get('hidden').refused)).toEqual(['refs/merge-requests/1/head'])
    const after = await refs()
    expect(after.get('refs/tags/from-c-1')).toBe(steps.get('tag').id)
    expect(after.has('refs/heads/from-c')).toBe(false)
    expect(after.get('refs/heads/master')).toBe(master)
    expect(steps.get('fetch')).toMatchObject({ head: master })
    expect(steps.get('fetch').objects).toBeGreaterThan(0)
  })
})
