import { at } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createFile`, `updateFile`, `deleteFile`. */
export const files = story('read-back: Files', { about: ['Files'] }, async (t) => {
  const owner = await t.plainUser()
  const { id } = await t.project({ members: [[owner, 'master']] })
  await owner.call('createBranch', { id, branch_name: 'side', ref: 'master' })
  const file_path = 'a-folder/ünïcode_1.txt'

  await t.chapter('creating', () =>
    writeFile(t, owner, 'createFile', { id, file_path, content: 'first ✓\n', encoding: 'text' }),
  )
  await t.chapter('changing', () =>
    writeFile(t, owner, 'updateFile', { id, file_path, content: 'second\n', encoding: 'text' }),
  )
  await t.chapter('Base64', async () => {
    await writeFile(t, owner, 'createFile', {
      id,
      file_path: 'bytes',
      content: 'AP+A/g==',
      encoding: 'base64',
    })
    await writeFile(t, owner, 'updateFile', {
      id,
      file_path: 'bytes',
      content: '/wABAg==',
      encoding: 'base64',
    })
  })
  await t.chapter('encoding left out', async () => {
    const path = { id, file_path: 'plain.txt', branch_name: 'side' }
    await owner.call('createFile', { ...path, content: 'AP+A', commit_message: 'Plain' })
    const { body, exchange } = await owner.call('getFile', {
      id,
      file_path: 'plain.txt',
      ref: 'side',
    })
    const rule = 'encoding is text where it is left out.'
    t.expect({ operation: 'createFile', exchange }, 'default:encoding', rule).equal(
      body?.content,
      btoa('AP+A'),
    )
  })
  await t.chapter('deleting', async () => {
    const deleted = await owner.call('deleteFile', {
      id,
      file_path,
      branch_name: 'side',
      commit_message: 'Remove it',
      author_name: 'Somebody Else',
      author_email: 'else@forgery.example.com',
    })
    const gone = await owner.attempt('getFile', { id, file_path, ref: 'side' })
    t.expect(deleted, 'removes', 'What was deleted is gone.').equal(gone.status, 404)
    await checkCommit(
      t,
      owner,
      'deleteFile',
      id,
      'Remove it',
      'Somebody Else',
      'else@forgery.example.com',
    )
    for (const name of ['file_path', 'branch_name'] as const) {
      const rule = `The answer names the ${name}.`
      const sent = { file_path, branch_name: 'side' }[name]
      t.expect(deleted, `read-back:${name}`, rule).equal(deleted.body?.[name], sent)
    }
  })
})

interface Written {
  readonly id: number
  readonly file_path: string
  readonly content: string
  readonly encoding: 'text' | 'base64'
}

async function writeFile(
  t: TestContext,
  owner: Person,
  operation: 'createFile' | 'updateFile',
  file: Written,
) {
  const { id, file_path, content, encoding } = file
  const bytes = encoding === 'base64' ? content : base64Of(content)
  const commit_message = `${operation} ${file_path} ${encoding}`
  const author = {
    author_name: `Author of ${encoding}`,
    author_email: `${encoding}@forgery.example.com`,
  }
  const parameters = { ...file, branch_name: 'side', commit_message, ...author }
  const readers: readonly Reader[] = [
    { caller: owner, operation: 'getFile', parameters: { id, file_path, ref: 'side' } },
  ]
  const answer = await writeAndRead(t, {
    caller: owner,
    operation,
    parameters,
    shows: {
      ...asSent(parameters, 'file_path'),
      content: ['content', bytes],
      encoding: ['encoding', 'base64'],
      branch_name: ['ref', 'side'],
    },
    readers: () => readers,
    // The answer names the path and the branch alone.
    find: (body) => ({ file_path: at(body, 'file_path'), ref: at(body, 'branch_name') }),
  })
  const raw = await owner.call('getRawFile', { id, sha: 'side', filepath: file_path })
  const rule = 'The raw file is the content that was committed.'
  const expected = Array.from(atob(bytes), (character) => character.charCodeAt(0))
  const exchanges = [answer.exchange, raw.exchange]
  t.expect({ operation: 'getRawFile', exchanges }, 'shows:content', rule).equal(
    [...raw.bytes],
    expected,
  )
  await checkCommit(
    t,
    owner,
    operation,
    id,
    commit_message,
    author.author_name,
    author.author_email,
  )
}

async function checkCommit(
  t: TestContext,
  owner: Person,
  operation: 'createFile' | 'updateFile' | 'deleteFile',
  id: number,
  message: string,
  name: string,
  email: string,
) {
  const { body, exchange } = await owner.call('getCommit', { id, sha: 'side' })
  const subject = { operation, exchange }
  const check = (parameter: string, received: unknown, expected: string) =>
    t
      .expect(subject, `read-back:${parameter}`, `The commit has the ${parameter} that was sent.`)
      .equal(received, expected)
  check('commit_message', body?.message?.trimEnd(), message)
  check('author_name', body?.author_name, name)
  check('author_email', body?.author_email, email)
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
