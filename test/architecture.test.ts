import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { arrowsOf, circleOf, codeOf, importsOf, lineCount, writesOf } from './architecture-rules.ts'

/**
 * The rooms of `src`, each with those it may import from: arrows run one way. A room is a folder of
 * `src`, or a file at its top. The faces know the forge; `verify` knows the contract alone; seeds and
 * operations stand above the domain; `store` and `git` know nothing of HTTP.
 */
const mayKnow: Record<string, readonly string[]> = {
  'index.ts': [
    'forge.ts',
    'create-forge.ts',
    'forge-control.ts',
    'forge-events.ts',
    'forge-options.ts',
    'faults',
    'clock.ts',
    'runner.ts',
    'control',
    'http',
    'operations',
    'domain',
    'seed',
    'store',
    'activity',
    'contract',
    'git',
    'saved-world',
  ],
  'awaitable.ts': [],
  'part-on-demand.ts': [],
  'wildcard.ts': [],
  'runner.ts': ['wildcard.ts', 'control', 'forge.ts', 'options.ts', 'store'],
  'msw.ts': ['forge.ts', 'options.ts', 'base-url.ts', 'network-error.ts'],
  'vite.ts': ['server', 'create-forge.ts', 'forge-options.ts'],
  'cli.ts': ['cli', 'forge.ts', 'server', 'verify', 'seed', 'store', 'contract'],
  cli: [
    'saved-world',
    'control',
    'client',
    'clock.ts',
    'domain',
    'forge.ts',
    'forge-control.ts',
    'runner.ts',
    'faults',
    'create-forge.ts',
    'forge-options.ts',
    'http',
    'activity',
    'server',
    'verify',
    'seed',
    'store',
    'contract',
    'random.ts',
    'base-url.ts',
  ],
  server: [
    'awaitable.ts',
    'control',
    'seed',
    'forge.ts',
    'options.ts',
    'base-url.ts',
    'base64.ts',
    'contract',
  ],
  control: [
    'faults',
    'create-forge.ts',
    'forge.ts',
    'forge-control.ts',
    'forge-events.ts',
    'forge-options.ts',
    'options.ts',
    'http',
    'saved-world',
    'seed',
    'domain',
    'store',
    'contract',
    'base64.ts',
  ],
  worker: [
    'server',
    'control',
    'domain',
    'assemble-forge.ts',
    'forge.ts',
    'forge-control.ts',
    'forge-options.ts',
    'options.ts',
    'saved-world',
    'seed',
    'ci',
    'store',
  ],
  client: [
    'base-url.ts',
    'options.ts',
    'forge-control.ts',
    'forge-events.ts',
    'http',
    'seed',
    'domain',
    'store',
    'activity',
    'contract',
    'control',
  ],
  verify: ['contract'],
  matchers: [
    'awaitable.ts',
    'forge.ts',
    'forge-control.ts',
    'http',
    'options.ts',
    'seed',
    'store',
    'contract',
    'zod.ts',
  ],
  vitest: [
    'matchers',
    'http',
    'msw.ts',
    'network-error.ts',
    'forge.ts',
    'forge-control.ts',
    'create-forge.ts',
    'forge-options.ts',
    'options.ts',
  ],
  playwright: ['client', 'control', 'matchers', 'server', 'seed', 'http'],
  'create-forge.ts': [
    'assemble-forge.ts',
    'forge-core.ts',
    'saved-world',
    'domain',
    'store',
    'forge.ts',
    'forge-options.ts',
    'http',
    'seed',
    'contract',
    'options.ts',
  ],
  'assemble-forge.ts': [
    'event-stream.ts',
    'forge.ts',
    'forge-core.ts',
    'forge-options.ts',
    'forge-origin.ts',
    'http',
    'seed',
    'domain',
    'store',
    'git-http.ts',
    'options.ts',
    'part-on-demand.ts',
    'saved-world',
  ],
  'forge-core.ts': [
    'awaitable.ts',
    'forge-events.ts',
    'forge-options.ts',
    'forge-origin.ts',
    'http',
    'faults',
    'domain',
    'activity',
    'store',
    'contract',
    'clock.ts',
  ],
  'forge-origin.ts': ['forge-options.ts', 'saved-world', 'store', 'clock.ts', 'random.ts'],
  'forge.ts': [
    'forge-control.ts',
    'forge-events.ts',
    'http',
    'seed',
    'domain',
    'activity',
    'store',
    'faults',
    'clock.ts',
    'git-http.ts',
    'saved-world',
  ],
  'event-stream.ts': ['forge-events.ts'],
  'forge-events.ts': ['http', 'activity', 'store'],
  'forge-control.ts': [
    'awaitable.ts',
    'forge-events.ts',
    'http',
    'seed',
    'domain',
    'activity',
    'store',
    'contract',
  ],
  'forge-options.ts': ['activity', 'faults', 'http', 'seed', 'clock.ts', 'options.ts'],
  faults: ['wildcard.ts', 'forge-control.ts', 'http', 'contract', 'options.ts'],
  'git-http.ts': ['domain', 'access', 'store', 'git', 'contract'],
  http: [
    'awaitable.ts',
    'operations',
    'resources',
    'domain',
    'access',
    'activity',
    'store',
    'contract',
    'options.ts',
    'part-on-demand.ts',
    'wildcard.ts',
  ],
  'node-modules.ts': [],
  'saved-world': ['store', 'git', 'contract', 'base64.ts', 'node-modules.ts', 'zod.ts'],
  operations: ['resources', 'domain', 'access', 'store', 'git', 'contract', 'part-on-demand.ts'],
  resources: ['domain', 'access', 'store', 'git', 'contract', 'base64.ts', 'part-on-demand.ts'],
  seed: [
    'saved-world',
    'domain',
    'access',
    'store',
    'git',
    'contract',
    'base64.ts',
    'node-modules.ts',
    'part-on-demand.ts',
    'zod.ts',
  ],
  domain: [
    'access',
    'activity',
    'store',
    'git',
    'ci',
    'contract',
    'base64.ts',
    'part-on-demand.ts',
  ],
  access: ['store', 'contract'],
  activity: ['store', 'contract'],
  store: ['awaitable.ts', 'git', 'contract', 'base64.ts', 'zod.ts'],
  git: [],
  ci: ['part-on-demand.ts', 'zod.ts'],
  'base64.ts': ['git'],
  contract: [],
  'base-url.ts': [],
  'network-error.ts': [],
  'zod.ts': [],
  'random.ts': [],
  'options.ts': ['awaitable.ts', 'seed'],
  'clock.ts': ['options.ts', 'contract'],
  scripts: ['ci', 'control', 'contract', 'saved-world', 'seed', 'store', 'git', 'random.ts'],
}

/** Where Node may be relied on. */
const isForNode = (path: string) =>
  /^(server\/(index|listen|carried-requests|carry-faults|gathered-requests|node-listener|node-request|node-response|starting-seed|watch-seed)\.ts|vite\.ts|(vitest|playwright)\/.*|cli\.ts|cli\/.*|scripts\/.*)$/.test(
    path,
  )

const source = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.[jt]s$/.test(path))
const roomOf = (path: string) => path.split('/')[0] ?? ''
const textOf = (path: string) => readFileSync(join(source, path), 'utf8')

// The generator writes imports, which are none of its own; package.json is no room.
const isSource = (target: string) =>
  existsSync(join(source, target)) && target !== '../package.json'
const arrows = files.flatMap((path) => arrowsOf(path, textOf(path), isSource))

describe('the house', () => {
  it('is read as it is', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(arrows.length).toBeGreaterThan(200)
    expect(arrows).toContainEqual({ path: 'http/fetch.ts', target: 'http/answer.ts' })
    expect(arrows).toContainEqual({
      path: 'seed/worlds.ts',
      target: 'seed/demo-world.ts',
    })
    expect(
      importsOf(`import { a } from './a.ts'\nexport * from "b"\nawait import('c')\nimport 'd'`),
    ).toEqual(['./a.ts', 'b', 'c', 'd'])
  })

  it('has no room that the table does not know', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in mayKnow))).toEqual([])
  })

  it.each(Object.keys(mayKnow))('has no wrong arrow out of %s', (room) => {
    const wrong = arrows.filter(({ path, target }) => {
      const other = roomOf(target)
      return roomOf(path) === room && other !== room && !mayKnow[room]?.includes(other)
    })
    expect(wrong).toEqual([])
  })

  it('has arrows that run one way', () => {
    const reaches = (from: string, to: string): boolean =>
      (mayKnow[from] ?? []).some((room) => room === to || reaches(room, to))
    for (const room of Object.keys(mayKnow))
      expect([room, reaches(room, room)]).toEqual([room, false])
  })

  it('keeps out of generated folders what is not generated there', () => {
    const strays = arrows
      .filter(({ path }) => path.includes('/generated/'))
      .filter(
        ({ target }) =>
          !/^(contract\/|saved-world\/packaged-world\.ts|store\/collections\.ts)/.test(target),
      )
    expect(strays).toEqual([])
  })
})

describe('a circle of imports', () => {
  it('is nowhere, type imports included', () => {
    expect(circleOf(arrows)).toBeUndefined()
  })

  it('is found where there is one, and told in order', () => {
    const text = (target: string) => `import type { A } from '${target}'`
    const faulty = [
      ...arrowsOf('domain/a.ts', text('./b.ts'), () => true),
      ...arrowsOf('domain/b.ts', `export const b = import('../git/c.ts')`, () => true),
      ...arrowsOf('git/c.ts', text('../domain/a.ts'), () => true),
    ]
    const circle = ['domain/a.ts', 'domain/b.ts', 'git/c.ts', 'domain/a.ts']
    expect(circleOf(faulty)).toEqual(circle)
    expect(circleOf([...arrows, ...faulty])).toEqual(circle)
    expect(circleOf(faulty.slice(0, 2))).toBeUndefined()
    expect(circleOf([{ path: 'a.ts', target: 'a.ts' }])).toEqual(['a.ts', 'a.ts'])
  })
})

describe('operations, resources and seeds', () => {
  const readers = files.filter((path) => /^(operations|resources|seed)\//.test(path))

  it.each(readers)('do not write to the store: %s', (path) => {
    expect(writesOf(textOf(path))).toEqual([])
  })

  it('are caught where they write', () => {
    const faulty = `
      store.issues.insert({ title: 'a' })
      const { notes } = store
      notes.replace(note, { body })
      context.store
        .todos.remove(todo)
      notes.removeAll(all)
      store.users.update(query, { data })
      store.users.delete(user)
      store.users.deleteMany(query)
      context.store.restore(snapshot)
      putObject(store.objects, tag)`
    expect(writesOf(faulty)).toHaveLength(9)
  })

  it('may change texts and sets of their own', () => {
    const allowed = `
      // store.issues.insert({})
      const path = text.replace(/a/g, 'b').replace('c', '')
      seen.delete(key)`
    expect(writesOf(allowed)).toEqual([])
  })
})

describe('a context', () => {
  const takers = files.filter((path) => /^(operations|resources|domain|access)\//.test(path))

  it('is not copied by its properties: the time and chance of a ReadingContext are none', () => {
    expect(takers.filter((path) => /\.\.\.context\b(?!\.)/.test(codeOf(textOf(path))))).toEqual([])
  })
})

describe('a file', () => {
  /** Those that are longer for a reason, with the lines they may have. */
  const allowance: Record<string, number> = {
    // One class: the library's verbs in terms of our own.
    'store/collection.ts': 375,
    // One algorithm.
    'git/edit-search.ts': 240,
  }

  it('has at most 200 lines, unless it is generated', () => {
    const tooLong = files
      .filter((path) => !path.includes('/generated/'))
      .map((path) => ({ path, lines: lineCount(textOf(path)) }))
      .filter(({ path, lines }) => lines > (allowance[path] ?? 200))
    expect(tooLong).toEqual([])
  })

  it('is counted line by line', () => {
    expect([lineCount('a'), lineCount('a\nb\n'), lineCount('a\n\nb')]).toEqual([1, 2, 3])
  })
})

describe('what runs in a browser too', () => {
  const everywhere = files.filter((path) => !isForNode(path))

  it('imports nothing of Node', () => {
    const wrong = everywhere.filter((path) =>
      importsOf(codeOf(textOf(path)).replace(/typeof import\(/g, '')).some((name) =>
        /^(node:|(fs|path|url|os|crypto|zlib|http|stream|util|buffer)$)/.test(name),
      ),
    )
    expect(wrong).toEqual([])
  })

  it.each(['Buffer', 'process', '__dirname', '__filename', 'require', 'setImmediate'])(
    'does not use %s',
    (name) => {
      const use = new RegExp(`(?<![\\w$.'"])${name}(?![\\w$'"]|\\s*[:?]?:)`)
      const wrong = everywhere.filter(
        (path) => !path.includes('generated') && use.test(codeOf(textOf(path))),
      )
      expect(wrong).toEqual([])
    },
  )

  it('asks the forge for the time and for chance', () => {
    const wrong = everywhere.filter(
      (path) =>
        path !== 'forge-origin.ts' &&
        path !== 'clock.ts' &&
        /\bDate\.now\(|new Date\(\)|Math\.random|randomUUID/.test(codeOf(textOf(path))),
    )
    expect(wrong).toEqual([])
  })
})
