import { CannotGoOn } from '../../story/caller.ts'
import type { Person, TestContext } from '../../story/test-context.ts'

/** A merge request with one commit of its own, ready to be merged. */
export interface Proposal {
  readonly id: number
  readonly merge_request_id: number
  readonly branch: string
  /** The head of the source branch. */
  readonly sha: string
}

export interface ProposalOptions {
  readonly title?: string
  readonly description?: string
  /** What the commit writes, by path; a new file when left out. */
  readonly file_path?: string
  readonly content?: string
  readonly remove_source_branch?: boolean
}

/** Opens a merge request into `master` from a branch of its own. */
export async function propose(
  t: TestContext,
  person: Person,
  id: number,
  options: ProposalOptions = {},
): Promise<Proposal> {
  const branch = t.name('branch')
  const { title = branch, file_path = `${branch}.txt`, content = `${branch}\n`, ...rest } = options
  await person.call('createBranch', { id, branch_name: branch, ref: 'master' })
  const isNew = options.file_path === undefined
  const { body: commit } = await person.call('createCommit', {
    id,
    branch_name: branch,
    commit_message: `Write ${file_path}`,
    actions: [{ action: isNew ? 'create' : 'update', file_path, content, encoding: 'text' }],
  })
  const { body } = await person.call('createMergeRequest', {
    id,
    source_branch: branch,
    target_branch: 'master',
    title,
    ...rest,
  })
  if (body?.id === undefined || commit?.id === undefined) {
    throw new CannotGoOn('createMergeRequest answered no id')
  }
  return { id, merge_request_id: body.id, branch, sha: commit.id }
}

/** Opens a merge request, and waits until a server has worked out whether it can be merged. */
export async function proposeChecked(
  t: TestContext,
  person: Person,
  id: number,
  options: ProposalOptions = {},
): Promise<Proposal> {
  const one = await propose(t, person, id, options)
  await t.eventually(
    () => person.call('getMergeRequest', addressOf(one)),
    ({ body }) => body?.merge_status !== 'unchecked' && body?.merge_status !== undefined,
  )
  return one
}

/** The parameters that name a merge request. */
export function addressOf({ id, merge_request_id }: Proposal) {
  return { id, merge_request_id }
}
