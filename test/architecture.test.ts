import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { arrowsOf, circleOf, codeOf, importsOf, writesOf } from './architecture-rules.ts'

/**
 * The rooms of `src`, each with those it may import from: arrows run one way. A room is a path below `src`;
 * a file belongs to the longest one that it lies in. The adapters know the forge; `verify` knows the contract
 * alone; seeds and operations stand above the domain; `store` and `git` know nothing of HTTP.
 */
const forge = ['forge', 'forge/journal', 'forge/hooks']
const gitlab = [
  'gitlab/operations',
  'gitlab/web',
  'gitlab/resources',
  'gitlab/domain',
  'gitlab/access',
]
const mayKnow: Record<string, readonly string[]> = {
  shared: [],
  git: ['shared'],
  contract: ['shared'],
  ci: ['shared'],
  store: ['git', 'contract', 'shared'],
  'gitlab/access': ['store', 'contract'],
  'gitlab/domain': ['gitlab/access', 'store', 'git', 'ci', 'contract', 'shared'],
  'gitlab/resources': ['gitlab/domain', 'gitlab/access', 'store', 'git', 'contract', 'shared'],
  'gitlab/web': ['gitlab/domain', 'gitlab/access', 'store', 'git', 'contract', 'shared'],
  'gitlab/operations': [
    'gitlab/resources',
    'gitlab/domain',
    'gitlab/access',
    'store',
    'git',
    'contract',
    'shared',
  ],
  'worlds/saved': ['store', 'git', 'contract', 'shared'],
  seed: ['worlds/saved', 'gitlab/domain', 'gitlab/access', 'store', 'git', 'contract', 'shared'],
  http: [...gitlab, 'store', 'git', 'contract', 'shared'],
  'forge/journal': ['http', 'gitlab/resources', 'contract', 'shared'],
  'forge/hooks': ['http', 'gitlab/domain', 'store', 'shared'],
  forge: [
    'forge/journal',
    'forge/hooks',
    'worlds/saved',
    'seed',
    'http',
    'gitlab/domain',
    'store',
    'contract',
    'shared',
  ],
  worlds: [
    ...forge,
    'worlds/saved',
    'seed',
    'http',
    'gitlab/domain',
    'store',
    'contract',
    'shared',
  ],
  'worlds/control': [
    ...forge,
    'worlds',
    'worlds/saved',
    'http',
    'seed',
    'gitlab/domain',
    'store',
    'contract',
    'shared',
  ],
  'worlds/client': [
    ...forge,
    'worlds',
    'worlds/control',
    'seed',
    'http',
    'gitlab/domain',
    'store',
    'contract',
    'shared',
  ],
  'adapters/msw.ts': ['forge', 'contract', 'shared'],
  'adapters/matchers': [...forge, 'http', 'seed', 'store', 'contract', 'shared'],
  'adapters/server': [
    ...forge,
    'worlds',
    'worlds/control',
    'worlds/client',
    'http',
    'seed',
    'contract',
    'shared',
  ],
  'adapters/vite.ts': [...forge, 'adapters/server', 'contract', 'shared'],
  'adapters/worker': [
    ...forge,
    'adapters/server',
    'worlds',
    'worlds/control',
    'worlds/saved',
    'gitlab/domain',
    'seed',
    'ci',
    'store',
    'shared',
  ],
  'adapters/vitest': [
    ...forge,
    'adapters/matchers',
    'adapters/msw.ts',
    'http',
    'contract',
    'shared',
  ],
  'adapters/playwright': [
    ...forge,
    'adapters/matchers',
    'adapters/server',
    'worlds',
    'worlds/control',
    'worlds/client',
    'seed',
    'http',
    'shared',
  ],
  verify: ['contract', 'shared'],
  // A whole run ends with a comparison, which is loaded on demand.
  'verify/index.ts': ['verify', 'verify/compare'],
  // The one room of the judge that knows the public forge: it is what a server is compared with.
  'verify/compare': ['verify', 'forge', 'contract', 'shared'],
  record: ['verify', 'contract', 'shared'],
  'index.ts': [
    ...forge,
    'worlds',
    'worlds/control',
    'worlds/saved',
    'seed',
    'http',
    'gitlab/operations',
    'gitlab/domain',
    'store',
    'git',
    'contract',
    'shared',
  ],
  cli: [
    ...forge,
    'adapters/server',
    'record',
    'verify',
    'verify/compare',
    'verify/index.ts',
    'worlds',
    'worlds/control',
    'worlds/client',
    'worlds/saved',
    'seed',
    'http',
    'gitlab/domain',
    'store',
    'contract',
    'shared',
  ],
  // A page of its own, which speaks to its server: of the rooms below it has types, names and the client.
  console: [
    ...forge,
    'worlds',
    'worlds/control',
    'worlds/client',
    'http',
    'seed',
    'store',
    'contract',
    'shared',
  ],
  scripts: [
    'adapters/server',
    'worlds',
    'worlds/control',
    'worlds/saved',
    'seed',
    'store',
    'git',
    'ci',
    'contract',
    'shared',
  ],
}

/** Where Node may be relied on. */
const isForNode = (path: string) =>
  /^(adapters\/server\/(index|colours|listen|carry-faults|node-listener|node-request|starting-seed|watch-seed)\.ts|adapters\/vite\.ts|adapters\/(vitest|playwright)\/.*|cli\/.*|scripts\/.*)$/.test(
    path,
  )

const source = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.[jt]sx?$/.test(path))
const rooms = () => Object.keys(mayKnow).sort((one, other) => other.length - one.length)
const roomOf = (path: string) =>
  rooms().find((room) => path === room || path.startsWith(`${room}/`)) ?? path.split('/')[0] ?? ''
const textOf = (path: string) => readFileSync(join(source, path), 'utf8')

// The generator writes imports, which are none of its own; package.json is no room.
const isSource = (target: string) =>
  existsSync(join(source, target)) && target !== '../package.json'
const arrows = files.flatMap((path) => arrowsOf(path, textOf(path), isSource))

describe('the house', () => {
  it('is read as it is', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(arrows.length).toBeGreaterThan(200)
    expect(arrows).toContainEqual({ path: 'http/handler.ts', target: 'http/execute.ts' })
    expect(arrows).toContainEqual({
      path: 'seed/demo-world.ts',
      target: 'worlds/saved/packaged-world.ts',
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

  it('has no more of the core in the console than names, the client, and types, and has it loaded by nobody', () => {
    const ofConsole = files.filter((path) => path.startsWith('console/'))
    expect(ofConsole.length).toBeGreaterThan(10)
    const loaded = ofConsole.flatMap((path) =>
      arrowsOf(
        path,
        textOf(path).replace(/\b(import|export) type\b[^'"]*['"][^'"]*['"]/g, ''),
        isSource,
      ),
    )
    const core = loaded.filter(
      ({ target }) =>
        !/^(console|shared|worlds\/client)\/|^contract\/(base-paths|access-levels)\.ts$/.test(
          target,
        ),
    )
    expect(core).toEqual([])
    const loading = arrows.filter(
      ({ path, target }) => target.startsWith('console/') && !path.startsWith('console/'),
    )
    expect(loading).toEqual([])
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
          !/^(contract\/|adapters\/server\/console-assets\.ts|gitlab\/operations\/(v\d+\/|operation\.ts)|worlds\/saved\/packaged-world\.ts|store\/collections\.ts)/.test(
            target,
          ),
      )
    expect(strays).toEqual([])
  })
})

describe('a circle of imports', () => {
  it('is nowhere, type imports included', () => {
    expect(circleOf(arrows)).toBeUndefined()
  })

  it('is found where there is one, and reported in order', () => {
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
  const readers = files.filter((path) =>
    /^(gitlab\/operations|gitlab\/web|gitlab\/resources|seed)\//.test(path),
  )

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

  it('asks the forge for the time and for random numbers', () => {
    const wrong = everywhere.filter(
      (path) =>
        path !== 'forge/origin.ts' &&
        path !== 'forge/clock.ts' &&
        // It is no part of a forge, but a page that looks at one.
        !path.startsWith('console/') &&
        /\bDate\.now\(|new Date\(\)|Math\.random|randomUUID/.test(codeOf(textOf(path))),
    )
    expect(wrong).toEqual([])
  })
})

it('lays its tests where CONTRIBUTING.md says', () => {
  const root = new URL('..', import.meta.url).pathname
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const entries = readdirSync(join(root, 'test'), { withFileTypes: true })
  const unnamed = entries.filter((entry) => {
    const { name } = entry
    if (entry.isDirectory())
      return !existsSync(join(root, 'src', name)) && !page.includes(`test/${name}`)
    const stem = name.replace(/\.test\.ts$|\.ts$/, '')
    return name.endsWith('.ts') && !page.includes(`${stem}.`)
  })
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
