import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createObjectDatabase, putObject } from '../../src/git/objects/database.ts'
import { makeTag } from '../../src/git/objects/objects.ts'
import { reachableObjects } from '../../src/git/objects/reachable.ts'
import { branchReference, tagReference } from '../../src/git/repository.ts'
import {
  headText,
  infoRefs,
  looseObject,
  looseObjectId,
  PACK_LIST,
} from '../../src/git/transfer.ts'
import { lacks } from '../programs.ts'
import { environment, run, scratchFolder } from './git-program.ts'
import { commit, create, createRepository, person, setReference, update } from './samples.ts'

const objects = createObjectDatabase()
const first = commit(objects, undefined, create('dir/a', 'a\n'))
const second = commit(objects, first, update('dir/a', 'b\n'))
const stray = commit(objects, first, create('stray'))
const tag = makeTag({
  target: first.id,
  targetType: 'commit',
  name: 'v1',
  tagger: person,
  message: '1\n',
})
let repository = setReference(createRepository(), branchReference('master'), second.id)
repository = setReference(repository, tagReference('v1'), putObject(objects, tag))
repository = setReference(repository, tagReference('light'), first.id)

/** What a server has to answer for git's dumb HTTP protocol. */
function answer(path: string): string | Uint8Array | undefined {
  if (path === '/info/refs') return infoRefs(objects, repository)
  if (path === '/HEAD') return headText(repository)
  if (path === '/objects/info/packs') return PACK_LIST
  const id = path.startsWith('/objects/')
    ? looseObjectId(path.slice('/objects/'.length))
    : undefined
  return id && looseObject(objects, id)
}

const folder = scratchFolder()
let server: Server | undefined
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true })
})

describe('the dumb HTTP protocol', () => {
  it('lists every reference, and what a tag object stands for', () => {
    expect(infoRefs(objects, repository)).toBe(
      [
        `${second.id}\trefs/heads/master`,
        `${first.id}\trefs/tags/light`,
        `${tag.id}\trefs/tags/v1`,
        `${first.id}\trefs/tags/v1^{}`,
        '',
      ].join('\n'),
    )
    expect(headText(createRepository('main'))).toBe('ref: refs/heads/main\n')
  })

  it('takes the id of an object from its path, and nothing else', () => {
    expect(looseObjectId(`${first.id.slice(0, 2)}/${first.id.slice(2)}`)).toBe(first.id)
    for (const path of ['', first.id, '../../etc/passwd', `ab/${first.id}`, 'info/packs']) {
      expect(looseObjectId(path)).toBeUndefined()
    }
    expect(looseObject(objects, '0'.repeat(40))).toBeUndefined()
  })

  it.skipIf(lacks('git'))('lets git clone', async () => {
    const listening = createServer((request, response) => {
      const body = answer(new URL(request.url ?? '/', 'http://x').pathname)
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    server = listening
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    const { port } = listening.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/`
    await promisify(execFile)('git', ['clone', '-q', address, 'clone'], {
      cwd: folder,
      env: environment(folder),
    })
    const clone = join(folder, 'clone')
    expect(readFileSync(join(clone, 'dir/a'), 'utf8')).toBe('b\n')
    expect(run('git', ['rev-parse', 'HEAD', 'v1', 'v1^{commit}'], clone)).toBe(
      `${second.id}\n${tag.id}\n${first.id}\n`,
    )
    expect(run('git', ['fsck', '--strict'], clone)).toBe('')
  })
})

describe('what can be reached', () => {
  it('is each object once, and not what no reference leads to', () => {
    const found = [...reachableObjects(objects, repository.refs.values())].map((each) => each.id)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toContain(first.tree)
    expect(found).not.toContain(stray.id)
    // Two commits, each with two trees and a blob, and the tag.
    expect(found).toHaveLength(9)
  })
})
