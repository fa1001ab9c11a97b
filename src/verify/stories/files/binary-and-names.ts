import { story } from '../../story/story.ts'
import { base64OfBytes, bytesOf, everyByte } from './content.ts'

/** `encoding`: bytes that are no text; and names that have to be encoded in a URL. */
export const binaryFiles = story(
  'binary files and unusual names',
  { about: ['Files', 'Repositories'] },
  async (t) => {
    const jane = await t.user()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const content = base64OfBytes(everyByte)
    const names = ['bytes.bin', 'data/ünïcode-名.bin', 'data/a@b_c-1.2.bin']

    for (const file_path of names) {
      await t.chapter(file_path, async () => {
        const made = await jane.call('createFile', {
          id,
          file_path,
          branch_name: 'master',
          content,
          encoding: 'base64',
          commit_message: 'Add bytes',
        })
        const read = await jane.call('getFile', { id, file_path, ref: 'master' })
        t.expect(
          made,
          'read-back:encoding',
          'Content sent as Base64 is stored as its bytes.',
        ).equal([read.body?.size, list(bytesOf(read.body?.content))], [256, list(everyByte)])
        const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: file_path })
        t.expect(raw, 'content', 'The raw file is its bytes, unchanged.').equal(
          list(raw.bytes),
          list(everyByte),
        )
      })
    }

    await t.chapter('text by default', async () => {
      const made = await jane.call('createFile', {
        id,
        file_path: 'plain.txt',
        branch_name: 'master',
        content: 'aGVsbG8=',
        commit_message: 'Add text',
      })
      const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: 'plain.txt' })
      t.expect(
        made,
        'default:encoding',
        'Without encoding the content is text as it stands.',
      ).equal(raw.text, 'aGVsbG8=')
    })
  },
)

function list(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
