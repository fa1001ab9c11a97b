import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath, lacksChromium } from '../browser/chromium.ts'
import build from '../package/build.ts'
import { root } from '../package/root.ts'
import { lacks } from '../programs.ts'

const call = promisify(execFile)
const examples = join(root, 'examples')
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What an example prints where all of it passed. */
const passed: Record<string, RegExp> = {
  vitest: /Tests +4 passed \(4\)/,
  'vite-playwright': / 4 passed /,
  python: /Ran 6 tests in [\s\S]*\nOK/,
}
const lacksProgramOf: Record<string, boolean> = {
  'vite-playwright': lacksChromium,
  python: lacks('python3'),
}

const folder = mkdtempSync(join(tmpdir(), 'forgery-examples-'))
let tarball = ''

beforeAll(async () => {
  build()
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await call('npm', packing, { cwd: root })
  tarball = join(folder, JSON.parse(stdout)[0].filename)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('are those that are run', () => {
  expect(names.toSorted()).toEqual(Object.keys(passed).toSorted())
})

describe.each(names)('examples/%s', (name) => {
  const place = join(folder, name)

  it.skipIf(lacksProgramOf[name])('installs the package, and passes', async () => {
    const isOurs = (path: string) => !/node_modules|package-lock|test-results/.test(path)
    cpSync(join(examples, name), place, {
      recursive: true,
      filter: (path) => isOurs(path.slice(examples.length)),
    })
    const description = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    expect(description.devDependencies.forgery).toBe('file:../..')
    description.devDependencies.forgery = `file:${tarball}`
    writeFileSync(join(place, 'package.json'), JSON.stringify(description))
    // What the repository itself has installed is in the cache of npm.
    const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    await call('npm', ['install', ...quietly], { cwd: place })

    const own = Object.keys(process.env).filter((key) =>
      /^(VITEST|NODE_ENV|FORGERY_|npm_)/.test(key),
    )
    const foreign = Object.fromEntries(own.map((key) => [key, undefined]))
    const settings = {
      cwd: place,
      env: {
        ...process.env,
        ...foreign,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        PORT: String(await freePort()),
        CHROMIUM_PATH: executablePath,
      },
    }
    await call('npm', ['run', '--if-present', 'types'], settings)
    const { stdout, stderr } = await call('npm', ['test'], settings)
    expect(stdout + stderr).toMatch(passed[name] as RegExp)
    expect(existsSync(join(place, 'README.md'))).toBe(true)
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
