import { expect, it } from 'vitest'
import { joinBytes } from '../../../src/git/join-bytes.ts'
import { createObjectDatabase, getObject, putObject } from '../../../src/git/objects/database.ts'
import { bodyOf, identifyBody, makeBlob } from '../../../src/git/objects/objects.ts'
import { parseObject } from '../../../src/git/objects/parse-object.ts'
import { bytesOf } from '../../../src/shared/text.ts'
import { createByteReader, createByteWriter } from '../../../src/worlds/saved/byte-ranges.ts'
import {
  allObjects,
  identifiedObject,
  readObjects,
  writeObject,
} from '../../../src/worlds/saved/git-objects.ts'

const blob = makeBlob(bytesOf('x'))
const idBytes = Uint8Array.from(blob.id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
const tree = joinBytes([bytesOf('100664 \xe9\0'), idBytes, bytesOf('160000 lib\0'), idBytes])
const who = 'Jane Doe <jane@example.com> 1600000000 +0100'

function parsed(type: 'tree' | 'commit' | 'tag', body: Uint8Array) {
  return parseObject(type, identifyBody(type, body), body).object
}

it('holds what other programs wrote, byte for byte', () => {
  const ofTree = parsed('tree', tree)
  const signed = `tree ${ofTree.id}\nauthor ${who}\ncommitter ${who}\ngpgsig a\n b\n\nSigned`
  const commit = parsed('commit', bytesOf(signed))
  const tag = parsed('tag', bytesOf(`object ${commit.id}\ntype commit\ntag v0\n\nOld`))
  const objects = createObjectDatabase()
  for (const object of [blob, ofTree, commit, tag]) putObject(objects, object)

  const writer = createByteWriter()
  const saved = allObjects(objects).map((object) => writeObject(object, writer))
  const reader = createByteReader(writer.all())
  const again = createObjectDatabase()
  readObjects(JSON.parse(JSON.stringify(saved)), [...objects.byId.keys()], reader, again)
  for (const [place, object] of allObjects(objects).entries()) {
    const read = getObject(again, object.id)
    expect(read && bodyOf(read)).toEqual(bodyOf(object))
    const one = saved[place]
    expect(one && identifiedObject(object.id, one, reader)).toEqual(read)
  }
})
