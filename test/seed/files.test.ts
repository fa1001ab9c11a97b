import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-seed-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

async function messageOf(seed: string): Promise<string> {
  try {
    await createForge({ seed })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const usersOf = async (seed: string | URL) =>
  (await createForge({ seed })).db.users.all().map(({ username }) => username)

describe('a seed in a file', () => {
  it('is read by path, by URL and by the text of one', async () => {
    const file = write('a world.yaml', 'users: [{ username: jane }]\n')
    expect(await usersOf(file)).toEqual(['jane'])
    expect(await usersOf(pathToFileURL(file))).toEqual(['jane'])
    expect(await usersOf(pathToFileURL(file).href)).toEqual(['jane'])
  })

  it('is not fetched', async () => {
    expect(await messageOf('https://forge.example/world.yaml')).toBe(
      'The seed https://forge.example/world.yaml cannot be read: a seed is read from a path or a file: URL; fetch it first, and give createForge the object.',
    )
  })

  it.each(['world.yaml', 'world.json'])('may begin with a byte order mark: %s', async (name) => {
    expect(await usersOf(write(`bom-${name}`, '\uFEFF{"users":[{"username":"jane"}]}'))).toEqual([
      'jane',
    ])
  })

  it.each<[string, Uint8Array]>([
    ['with a mark', new Uint8Array(Buffer.from('\uFEFFusers: []', 'utf16le'))],
    ['without one', new Uint8Array(Buffer.from('users: []', 'utf16le'))],
  ])('is reported to be UTF-16: %s', async (name, bytes) => {
    const file = write(`${name}.yaml`, bytes)
    expect(await messageOf(file)).toBe(
      `The seed ${file} cannot be read: it is UTF-16; save it as UTF-8`,
    )
  })

  it('is reported to be in no encoding that is read', async () => {
    const file = write('latin.yaml', Uint8Array.of(0x61, 0x3a, 0x20, 0xe9))
    expect(await messageOf(file)).toBe(
      `The seed ${file} cannot be read: it is not UTF-8; save it as UTF-8`,
    )
  })

  it.each([
    ['deep.json', `{"users":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['shallow.yaml', `users: ${'['.repeat(200)}${']'.repeat(200)}`],
  ])('is reported to be nested too deeply: %s', async (name, text) => {
    expect(await messageOf(write(name, text))).toContain('is nested more than 100 levels deep')
  })

  it.each([
    ['brackets.yaml', `users: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['maps.yaml', `users: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`],
    ['lists.yaml', `users:\n  ${'- '.repeat(5000)}a\n`],
  ])('is reported to be nested deeper than can be read: %s', async (name, text) => {
    const file = write(name, text)
    expect(await messageOf(file)).toBe(`The seed ${file} cannot be read: it is nested too deeply`)
  })

  it('that is not there is reported with the built-in world that may be meant', async () => {
    expect(await messageOf('demoo')).toMatch(/there is no .*demoo; did you mean "demo"\?$/)
  })

  it('that is not there is reported with the path that was looked for', async () => {
    expect(await messageOf('worlds/none.yaml')).toBe(
      `The seed "worlds/none.yaml" is neither a built-in world (demo, empty) nor a file: there is no ${join(process.cwd(), 'worlds/none.yaml')}.`,
    )
  })
})

describe('what is wrong in a file', () => {
  it('is reported with its line, of names as well as of shapes', async () => {
    const file = write(
      'wrong.yaml',
      [
        'users:',
        '  - username: jane',
        '    email: none',
        'projects:',
        '  - path: jane/site',
        '    members:',
        '      jan: guest',
      ].join('\n'),
    )
    expect(await messageOf(file)).toBe(
      [
        `The seed ${file} is wrong in 2 places:`,
        `  ${file}:3: users[0].email: must be an e-mail address`,
        `  ${file}:7: projects[0].members.jan: there is no user "jan" in this seed; did you mean "jane"?`,
      ].join('\n'),
    )
  })

  it('has a line in JSON too', async () => {
    const file = write('wrong.json', '{\n  "users": [\n    { "username": "a/b" }\n  ]\n}\n')
    expect(await messageOf(file)).toContain(`${file}:3: users[0].username`)
  })

  it('is reported with the file of a folder, and its place in that file', async () => {
    write('world/a.yaml', 'users:\n  - username: jane\n')
    const people = write('world/b.yaml', 'users:\n  - username: bob\n  - username: jane\n')
    const projects = write(
      'world/c.yml',
      '# one\nprojects:\n  - path: jane/site\n    forked_from: bob/site\n',
    )
    const message = await messageOf(join(folder, 'world'))
    expect(message).toContain(`${people}:3: users[1].username: "jane" is there twice`)
    expect(message).toContain(
      `${projects}:4: projects[0].forked_from: there is no project "bob/site"`,
    )
  })

  it('reports a file that the seed names, with the path that was looked for, beside the rest', async () => {
    const file = write(
      'files.yaml',
      [
        'users: [{ username: jane, email: x }]',
        'projects:',
        '  - path: jane/site',
        '    repository:',
        '      commits:',
        '        - message: First',
        '          author: jane',
        '          actions:',
        '            - { action: create, file_path: a.png, file: files/a.png }',
      ].join('\n'),
    )
    const message = await messageOf(file)
    expect(message).toContain(
      `${file}:9: projects[0].repository.commits[0].actions[0].file: the file "files/a.png" is not there: paths start at the folder of the seed, and there is no file ${join(folder, 'files/a.png')}`,
    )
    expect(message).toContain('users[0].email')
  })
})
