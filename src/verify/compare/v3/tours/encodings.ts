import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addIssue } from '../records.ts'
import { ref, type World } from '../world.ts'
import { createLook } from './look.ts'

/** Names with what has a meaning in an address, or more than one byte. */
const names = [
  'a/b/c',
  'plus+and',
  'per%cent',
  'per%2Fcent',
  'hash#tag',
  'dots.and.not',
  'v1.0.0',
  'schema-1.json',
  'semi;colon,comma',
  'at@sign',
  'amp&is=so',
  'quote\'s"',
  'größer',
  '日本/語',
  'roof🏠',
  '(brackets)',
  'a|b',
  '$money!',
]

/** Letters and signs of the names of files, of which fewer are stated. */
const fileNames = [
  'a_b/c-d/e.f',
  'größer@2',
  '日本/語',
  '.hidden/x',
  'UPPER/lower',
  '1/2/3',
  '-dash',
  'a.b.c',
]

/** Names that no file has. */
const nowhere = ['with space', 'question?', 'hash#', 'per%cent', 'plus+', 'amp&is=so', 'roof🏠']

/** Contents that differ in white space alone, one after the other. */
const spaces = [
  'One two\n',
  'One two\n\n',
  'One two\n',
  'One two',
  ' One two',
  'One  two\t',
  'One two\r\n',
]

const titles = [
  'with space',
  'plus+',
  'per%cent',
  'hash#',
  'question?',
  'größer',
  '日本',
  'roof🏠',
  'amp&is=so',
  '<lt>b>bold</b>',
]

const readers = ['owner', 'developer', 'reporter']

/** Names of branches, tags and files that must be encoded, in every operation whose path or query has one. */
export function encodings(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  for (const [place, name] of names.entries()) {
    const branch = { id, branch: name }
    add(world, 'master', 'createBranch', { id, branch_name: name, ref: 'master' })
    const file_path = `lib/${place}/${fileNames[place % fileNames.length]}.rb`
    const sent = { id, file_path, branch_name: name, content: `puts "${file_path}"\n` }
    add(world, 'developer', 'createFile', { ...sent, commit_message: `Add ${name}` })
    add(world, 'owner', 'createTag', { id, tag_name: `t/${name}`, ref: name })
    const look = (tag_name: string) =>
      createLook(world, {
        shows: ['Branch', 'Tag', 'RepositoryFile', 'CommitInList', 'CommitDetail', 'TreeEntry'],
        target: firstOf(project, 'developer'),
        by: readers,
        values: {
          ...{ branch: name, tag_name, ref_name: name, ref: name, sha: name, to: name },
          ...{ file_path, filepath: file_path },
        },
        without: ['listBuilds', 'listBuildsOfCommit', 'listDeployments', 'listMergeRequestCommits'],
      })
    look(`t/${name}`).near()
    add(world, 'owner', 'getBranch', branch)
    add(world, 'owner', 'getTag', { id, tag_name: `t/${name}` })
    add(world, 'owner', 'getFile', { id, file_path, ref: name })
    add(world, 'owner', 'getFile', { id, file_path, ref: `t/${name}` })
    add(world, 'owner', 'getRawFile', { id, sha: name, filepath: file_path })
    add(world, 'owner', 'listTree', { id, ref_name: name, path: 'lib', recursive: true })
    add(world, 'owner', 'listCommits', { id, ref_name: name })
    add(world, 'owner', 'compareRevisions', { id, from: 'master', to: name })
    add(world, 'owner', 'protectBranch', { ...branch, developers_can_push: true })
    add(world, 'owner', 'createRelease', { id, tag_name: `t/${name}`, description: name })
    add(world, 'owner', 'updateRelease', { id, tag_name: `t/${name}`, description: `+${name}` })
    add(world, 'owner', 'getTag', { id, tag_name: `t/${name}` })
    add(world, 'owner', 'getBranch', branch)
    add(world, 'owner', 'unprotectBranch', branch)
    const commit = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: name }, { makes: commit })
    const sha = `<${commit}.id>`
    const status = { id, sha, state: 'success', ref: name, name }
    add(world, 'developer', 'createCommitStatus', status)
    add(world, 'owner', 'listCommitStatuses', { id, sha, ref: name, name })
    const made = world.fresh('mergeRequest')
    const request = { id, source_branch: name, target_branch: 'master', title: `Mend ${name}` }
    add(world, 'developer', 'createMergeRequest', request, { makes: made })
    add(world, 'owner', 'getMergeRequestChanges', { id, merge_request_id: ref(made) })
    const change = { ...sent, content: 'puts 2\n', commit_message: `Change ${name}` }
    add(world, 'developer', 'updateFile', change)
    add(world, 'owner', 'getRawFile', { id, sha: name, filepath: file_path })
    add(world, 'developer', 'deleteFile', { ...sent, commit_message: `Remove ${name}` })
    add(world, 'owner', 'getFile', { id, file_path, ref: name })
    if (place % 3 === 0) {
      const merge = { id, merge_request_id: ref(made), should_remove_source_branch: true }
      add(world, 'owner', 'mergeMergeRequest', { ...merge, merge_commit_message: `Merge ${name}` })
      // A server may remove it in the background.
      add(world, 'owner', 'getBranch', branch)
    }
    add(world, 'owner', 'deleteTag', { id, tag_name: `t/${name}` })
    add(world, 'developer', 'deleteBranch', branch)
    add(world, 'owner', 'getBranch', branch)
  }
  add(world, 'owner', 'listBranches', { id, per_page: 100 })
  add(world, 'owner', 'listTags', { id, per_page: 100 })
  files(world, id)
  labels(world)
}

function files(world: World, id: string): void {
  const file = { id, file_path: 'lib/space.txt', branch_name: 'alpha' }
  for (const [place, content] of spaces.entries()) {
    const operation = place === 0 ? 'createFile' : 'updateFile'
    add(world, 'developer', operation, { ...file, content, commit_message: `Space ${place}` })
    add(world, 'owner', 'getFile', { id, file_path: file.file_path, ref: 'alpha' })
    add(world, 'owner', 'listCommitDifferences', { id, sha: 'alpha' })
  }
  for (const name of nowhere) {
    const file_path = `docs/${name}.md`
    add(world, 'owner', 'getFile', { id, file_path, ref: 'alpha' })
    add(world, 'owner', 'getRawFile', { id, sha: 'alpha', filepath: file_path })
    add(world, 'owner', 'getFile', { id, file_path: 'README.md', ref: name })
    add(world, 'owner', 'getBranch', { id, branch: name })
    add(world, 'owner', 'getTag', { id, tag_name: name })
  }
}

/** Labels, titles and texts, as JSON, as a form and in the query; labels and texts searched for. */
function labels(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const ways = [{}, { form: true }, { inQuery: 'all' }] as const
  for (const [place, label] of titles.entries()) {
    // Which signs a label may have is not stated.
    const named = label.replace('&', '+')
    const issue = addIssue(world, project, 'developer', { labels: named })
    const one = { id, issue_id: ref(issue.symbol) }
    const find = (values: Values) => {
      add(world, 'owner', 'listIssuesOfProject', { id, ...values })
      add(world, 'owner', 'listIssuesOfGroup', { id: ref(project.group.symbol), ...values })
      add(world, 'developer', 'listOwnIssues', values)
    }
    find({ labels: named })
    for (const way of ways) {
      const title = `It is ${label} ${place}`
      const values = { title, description: `${label}\n\n${label}`, labels: `${named},bug` }
      add(world, 'owner', 'updateIssue', { ...one, ...values }, way)
      add(world, 'owner', 'getIssue', one)
    }
    find({ labels: `bug,${named}` })
    add(world, 'developer', 'createIssueNote', { ...one, body: label }, ways[place % ways.length])
    add(world, 'owner', 'listIssueNotes', one)
  }
}
