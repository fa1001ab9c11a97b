import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * The rooms of the house, each with those it may know: arrows run one way. A room is a folder of
 * `src`, or a file at its top. The faces know the forge; `verify` knows the contract alone; seeds and
 * operations stand above the domain; `store` and `git` know nothing of HTTP.
 */
const mayKnow: Record<string, readonly string[]> = {
  'index.ts': [
    'forge.ts',
    'http',
    'operations',
    'domain',
    'seed',
    'store',
    'activity',
    'contract',
    'git',
  ],
  'msw.ts': ['forge.ts', 'options.ts'],
  'cli.ts': ['cli', 'forge.ts', 'server', 'verify', 'seed', 'store', 'contract'],
  cli: ['forge.ts', 'server', 'verify', 'seed', 'store', 'contract', 'random.ts'],
  server: ['forge.ts', 'options.ts', 'contract'],
  verify: ['contract'],
  'forge.ts': [
    'http',
    'seed',
    'domain',
    'activity',
    'store',
    'git',
    'ci',
    'contract',
    'random.ts',
    'clock.ts',
    'options.ts',
    'forge-options.ts',
    'git-http.ts',
  ],
  'forge-options.ts': ['activity', 'http', 'seed', 'clock.ts', 'options.ts'],
  'git-http.ts': ['domain', 'access', 'store', 'git', 'contract'],
  http: ['operations', 'domain', 'access', 'activity', 'store', 'contract'],
  operations: ['resources', 'domain', 'access', 'store', 'git', 'contract'],
  resources: ['domain', 'access', 'store', 'git', 'contract', 'base64.ts'],
  seed: ['domain', 'access', 'store', 'git', 'contract', 'base64.ts'],
  domain: ['access', 'activity', 'store', 'git', 'ci', 'contract', 'base64.ts'],
  access: ['store', 'contract'],
  activity: ['store', 'contract'],
  store: ['git', 'contract', 'base64.ts'],
  git: [],
  ci: [],
  'base64.ts': ['git'],
  contract: [],
  'random.ts': [],
  'options.ts': ['seed'],
  'clock.ts': ['options.ts', 'contract'],
  scripts: ['contract', 'seed', 'store', 'git', 'random.ts'],
}

/** Where Node may be relied on. */
const isForNode = (room: string) => /^(server|cli(\.ts)?|scripts)$/.test(room)

const source = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.[jt]s$/.test(path))
const roomOf = (path: string) => path.split('/')[0] ?? ''
const textOf = (path: string) => readFileSync(join(source, path), 'utf8')

/** The modules that a text imports: at its top, on demand, or to hand them on; not the types it names. */
function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
  return [...text.replace(/typeof import\(/g, '').matchAll(pattern)].map(([, , name]) => name ?? '')
}

const arrows = files.flatMap((path) =>
  importsOf(textOf(path))
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ path, target: normalize(join(dirname(path), name)) }))
    // The generator writes imports, which are none of its own; package.json is no room.
    .filter(({ target }) => existsSync(join(source, target)) && target !== '../package.json'),
)

describe('the house', () => {
  it('is read as it is', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(arrows.length).toBeGreaterThan(200)
    expect(arrows).toContainEqual({ path: 'http/fetch.ts', target: 'http/answer.ts' })
    expect(arrows).toContainEqual({
      path: 'seed/worlds.ts',
      target: 'seed/generated/demo.json',
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
      .filter(({ target }) => !target.startsWith('contract/'))
    expect(strays).toEqual([])
  })
})

describe('what runs in a browser too', () => {
  const everywhere = files.filter((path) => !isForNode(roomOf(path)))
  /** Comments may speak of what the code may not use. */
  const codeOf = (path: string) => textOf(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

  it('imports nothing of Node', () => {
    const wrong = everywhere.filter((path) =>
      importsOf(codeOf(path)).some((name) =>
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
        (path) => !path.includes('generated') && use.test(codeOf(path)),
      )
      expect(wrong).toEqual([])
    },
  )

  it('asks the forge for the time and for chance', () => {
    const wrong = everywhere.filter(
      (path) =>
        path !== 'forge.ts' &&
        path !== 'clock.ts' &&
        /\bDate\.now\(|new Date\(\)|Math\.random|randomUUID/.test(codeOf(path)),
    )
    expect(wrong).toEqual([])
  })
})
