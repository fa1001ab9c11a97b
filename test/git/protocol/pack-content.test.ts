import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/git/join-bytes.ts'
import { createObjectDatabase, putObject } from '../../../src/git/objects/database.ts'
import { makeTag } from '../../../src/git/objects/objects.ts'
import { emptyRequest } from '../../../src/git/protocol/fetch-request.ts'
import { contentOf } from '../../../src/git/protocol/pack-content.ts'
import { branchReference, tagReference } from '../../../src/git/repository.ts'
import { commit, create, createRepository, person, setReference, update } from '../samples.ts'
import { servedAlone } from './git-server.ts'

const objects = createObjectDatabase()
const first = commit(objects, undefined, create('dir/a', 'a\n'.repeat(50)))
const second = commit(objects, first, update('dir/a', `${'a\n'.repeat(50)}b\n`))
const tag = makeTag({
  target: first.id,
  targetType: 'commit',
  name: 'v1',
  tagger: person,
  message: '1\n',
})
const untagged = setReference(createRepository(), branchReference('master'), second.id)
const tagged = setReference(untagged, tagReference('v1'), putObject(objects, tag))

/** What is sent to who wants the second commit, and has some others. */
function sent(repository: typeof tagged, common: readonly string[] = []) {
  const request = { ...emptyRequest(), wants: new Set([second.id]) }
  request.abilities.add('ofs-delta').add('include-tag')
  const served = servedAlone(objects, repository)
  const { count, pieces } = contentOf(served, request, new Set(common), undefined)
  return { count, bytes: joinBytes([...pieces]) }
}

describe('what is sent', () => {
  it('is the same, byte for byte, when the same is asked for again', () => {
    const once = sent(untagged)
    // Two commits, each with a folder, a folder in that, and a file.
    expect(once.count).toBe(8)
    expect(sent(untagged)).toEqual(once)
  })

  it('has the tag that was made since', () => {
    sent(untagged)
    expect(sent(tagged).count).toBe(9)
    expect(sent(untagged).count).toBe(8)
  })

  it('is what is missing to who has some of it', () => {
    sent(tagged)
    expect(sent(tagged, [first.id]).count).toBe(4)
  })
})
