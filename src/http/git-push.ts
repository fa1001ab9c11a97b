import { readGitBody } from './git-body.ts'
import type { GitWork } from './git-work.ts'
import type { Answer } from './response.ts'

/** Answers `POST git-receive-pack`. */
export async function receivePack({ call, options }: GitWork): Promise<Answer> {
  const body = await readGitBody(call, options.bodyLimit)
  // What git sends ahead of a large push, to see whether it is let in.
  const isProbe = new TextDecoder().decode(body) === '0000'
  const type = 'application/x-git-receive-pack-result'
  if (isProbe) return { status: 200, headers: {}, file: { body: '', type } }
  return { status: 501, headers: {}, file: { body: 'Not offered yet.\n', type: 'text/plain' } }
}
