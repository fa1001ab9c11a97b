import { describe, expect, it } from 'vitest'
import { judgeMutant, judgeVariant } from './judge-one.ts'
import { mutants } from './mutants/index.ts'
import { variants } from './variants/index.ts'

/** Some of each set, of different kinds; `npm run mutants` judges them all. */
const someMutants = [
  'listUsers leaves out web_url',
  'getTag sends null for commit',
  'listContributors sends commits as another type',
  'createSnippet answers 200 for 201 when it has created something',
  'deleteSnippet answers 404 for what is gone already',
  'listGroups ignores the filter skip_groups',
  'listProjects ignores sort',
  'listDeployments is not refused without credentials',
  'getProject is not hidden from those who are no members of a private project',
  'listIssuesOfProject leaves out the header X-Page',
  'createCommitStatus takes any value for state',
  'createSystemHook ignores push_events',
  'testSystemHook sends project_id as another type',
  'listMergeRequestCommits lists the newest commit alone',
  'getMergeRequestChanges takes additions for removals',
  'getArchive breaks off in the middle',
]
const someVariants = [
  'is ours, with an administrator and nothing else',
  'sends further fields in every object',
  'lives two hours east',
  'is below a base path',
]
/** What is checked where the server does something in the background. */
const lateVariants = [
  ['gives and takes access a moment later', 'the members of a group and of a project'],
  ['gives and takes access a moment later', 'the content of a private project'],
  ['records pushes but the first of a project a moment later', 'activity events'],
  ['protects a new default branch a moment later', 'Branches'],
  ['checks a merge request when it is listed', 'listMergeRequests'],
] as const

describe('the judge', () => {
  it.each(someMutants)('finds a server where %s', async (name) => {
    const mutant = mutants.find((one) => one.name === name)
    expect(mutant).toBeDefined()
    if (!mutant) return
    expect(await judgeMutant(mutant, [mutant.operation])).toMatchObject({ outcome: 'caught' })
  })

  it.each(someVariants)('has nothing to say of a server that %s', async (name) => {
    const variant = variants.find((one) => one.name === name)
    expect(variant).toBeDefined()
    if (!variant) return
    const { reported, requests } = await judgeVariant(variant, ['Groups'])
    expect(reported).toEqual([])
    expect(requests).toBeGreaterThan(50)
  })

  it.each(lateVariants)('waits for a server that %s: %s', async (name, only) => {
    const variant = variants.find((one) => one.name === name)
    expect(variant).toBeDefined()
    if (!variant) return
    const { reported, requests } = await judgeVariant(variant, [only])
    expect(reported).toEqual([])
    expect(requests).toBeGreaterThan(15)
  })
})
