import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createForge } from '../../src/index.ts'
import { run } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('writes the same world for the same numbers, and another one for others', async () => {
  const words = ['seed', '--users', '12', '--projects', '30', '--random-seed']
  const [one, again, other] = await Promise.all([
    run(...words, '7'),
    run(...words, '7'),
    run(...words, '8'),
  ])
  expect(one.out).toContain('username: root')
  expect(again.out).toBe(one.out)
  expect(other.out).not.toBe(one.out)
})

it.each(['world.yaml', 'world.json'])('writes a file that is a world: %s', async (name) => {
  const file = join(folder, name)
  const { code, out } = await run('seed', '--users', '50', '--projects', '200', '--output', file)
  expect({ code, out }).toEqual({ code: 0, out: '' })
  const { db } = await createForge({ seed: file })
  expect(db.users.all()).toHaveLength(50)
  expect(db.projects.all()).toHaveLength(200)
  expect(new Set(db.members.all().map(({ access_level }) => access_level))).toEqual(
    new Set([10, 20, 30, 40, 50]),
  )
  expect(db.events.all().length).toBeGreaterThan(200)
})

it('is believable: projects come before what happens in them, and root administers', async () => {
  const { out } = await run('seed', '--users', '20', '--projects', '40')
  const file = join(folder, 'small.yaml')
  await run('seed', '--users', '20', '--projects', '40', '--output', file)
  expect(readFileSync(file, 'utf8')).toBe(out)
  const { db } = await createForge({ seed: file })
  expect(
    db.users
      .all()
      .filter(({ is_admin }) => is_admin)
      .map(({ username }) => username),
  ).toEqual(['root'])
  for (const event of db.events.all()) {
    const project = db.projects.get(event.project_id ?? 0)
    expect(event.created_at >= (project?.created_at ?? '9')).toBe(true)
  }
})

it.each([
  ['1', '0'],
  ['1', '3'],
  ['2', '25'],
])('makes a world of %s users and %s projects too', async (users, projects) => {
  const file = join(folder, `tiny-${users}-${projects}.json`)
  expect((await run('seed', '--users', users, '--projects', projects, '--output', file)).err).toBe(
    '',
  )
  const { db } = await createForge({ seed: file })
  expect(db.users.all()).toHaveLength(Number(users))
  expect(db.projects.all()).toHaveLength(Number(projects))
})

it('says why it cannot write, in one line, and ends with 1', async () => {
  const { code, err } = await run('seed', '--output', join(folder, 'nowhere', 'world.yaml'))
  expect(code).toBe(1)
  expect(err).toMatch(/^forgery: .*no such file or directory.*\n$/)
})
