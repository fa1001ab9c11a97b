import { Gitlab } from '@gitbeaker/rest'
import { step, token, url } from './steps.mjs'

/** @gitbeaker/rest: a call or more of every resource that Forgery serves. */
const api = new Gitlab({ host: url, token })
let group, project, issue, merge, pipeline, job

await step('Users.showCurrentUser', async () => {
  const user = await api.Users.showCurrentUser()
  if (user.username !== 'root') return `it is ${user.username}`
})
await step('Users.create', () =>
  api.Users.create({
    username: 'ann',
    name: 'Ann',
    email: 'ann@x.example',
    password: 'a-pass-of-length',
  }),
)
await step('Users.all', async () => {
  const users = await api.Users.all({ search: 'ann' })
  if (users.length !== 1) return `${users.length} are found`
})
await step('UserSSHKeys.create', () =>
  api.UserSSHKeys.create(
    'laptop',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFtO0+TVKXkZ/h+thSSobbDbyzFE+Y1M6FbKn+TRaeTN',
  ),
)
await step('UserEmails.all', () => api.UserEmails.all())
await step('PersonalAccessTokens.all', () => api.PersonalAccessTokens.all())
await step('Groups.create', async () => {
  group = await api.Groups.create('Board', 'board')
})
await step('Groups.create, a subgroup', () =>
  api.Groups.create('Inner', 'inner', { parentId: group.id }),
)
await step('Groups.show by its path', async () => {
  const found = await api.Groups.show('board/inner')
  if (found.full_path !== 'board/inner') return `it is ${found.full_path}`
})
await step('Groups.allSubgroups', () => api.Groups.allSubgroups(group.id))
await step('GroupMembers.add', () => api.GroupMembers.add(group.id, 30, { userId: 2 }))
await step('GroupMembers.all', () => api.GroupMembers.all(group.id, { includeInherited: true }))
await step('Projects.create', async () => {
  project = await api.Projects.create({
    name: 'site',
    namespaceId: group.id,
    initializeWithReadme: true,
  })
})
await step('Projects.show by its path', () => api.Projects.show('board/site'))
await step('Projects.edit', () => api.Projects.edit(project.id, { description: 'A site' }))
await step('Projects.all', () => api.Projects.all({ membership: true, perPage: 5, maxPages: 1 }))
await step('Projects.all by keys', () =>
  api.Projects.all({ pagination: 'keyset', orderBy: 'id', perPage: 1, maxPages: 3 }),
)
await step('ProjectMembers.all', () =>
  api.ProjectMembers.all(project.id, { includeInherited: true }),
)
await step('Namespaces.all', () => api.Namespaces.all())
await step('Topics.all', () => api.Topics.all())
await step('RepositoryFiles.create', () =>
  api.RepositoryFiles.create(project.id, 'src/a b.txt', 'main', 'one\n', 'Add a file'),
)
await step('RepositoryFiles.show', async () => {
  const file = await api.RepositoryFiles.show(project.id, 'src/a b.txt', 'main')
  if (file.size !== 4) return `it has ${file.size} bytes`
})
await step('RepositoryFiles.showRaw', async () => {
  await api.RepositoryFiles.showRaw(project.id, 'src/a b.txt', 'main')
})
await step('Repositories.allRepositoryTrees', () =>
  api.Repositories.allRepositoryTrees(project.id, { recursive: true }),
)
await step('Branches.create', () => api.Branches.create(project.id, 'feature', 'main'))
await step('Commits.create', () =>
  api.Commits.create(project.id, 'feature', 'Change it', [
    { action: 'update', filePath: 'src/a b.txt', content: 'two\n' },
    { action: 'create', filePath: 'b.txt', content: 'b\n' },
  ]),
)
await step('Commits.all', () => api.Commits.all(project.id, { refName: 'feature' }))
await step('Repositories.compare', async () => {
  const { diffs } = await api.Repositories.compare(project.id, 'main', 'feature')
  if (diffs.length !== 2) return `${diffs.length} files differ`
})
await step('ProtectedBranches.all', () => api.ProtectedBranches.all(project.id))
await step('Issues.create', async () => {
  issue = await api.Issues.create(project.id, 'It leaks', {
    labels: 'bug,urgent',
    description: 'Badly',
  })
})
await step('Issues.all', async () => {
  const found = await api.Issues.all({
    projectId: project.id,
    labels: 'bug',
    not: { labels: 'idle' },
  })
  if (found.length !== 1) return `${found.length} are found`
})
await step('Issues.edit', () => api.Issues.edit(project.id, issue.iid, { stateEvent: 'close' }))
await step('IssueNotes.create', () => api.IssueNotes.create(project.id, issue.iid, 'Mended'))
await step('IssueNotes.all', () => api.IssueNotes.all(project.id, issue.iid))
await step('MergeRequests.create', async () => {
  merge = await api.MergeRequests.create(project.id, 'feature', 'main', 'Mend it')
})
await step('MergeRequests.all', () =>
  api.MergeRequests.all({ projectId: project.id, state: 'opened' }),
)
await step('MergeRequests.allDiffs', () => api.MergeRequests.allDiffs(project.id, merge.iid))
await step('MergeRequestNotes.create', () =>
  api.MergeRequestNotes.create(project.id, merge.iid, 'Fine'),
)
await step('MergeRequestApprovals.approve', () =>
  api.MergeRequestApprovals.approve(project.id, merge.iid),
)
await step('MergeRequests.merge', async () => {
  const { state } = await api.MergeRequests.merge(project.id, merge.iid, { squash: true })
  if (state !== 'merged') return `it is ${state}`
})
await step('Tags.create', () => api.Tags.create(project.id, 'v1.0', 'main'))
await step('ProjectReleases.create', () =>
  api.ProjectReleases.create(project.id, {
    tagName: 'v1.0',
    name: 'One',
    description: 'The first',
  }),
)
await step('ProjectReleases.all', () => api.ProjectReleases.all(project.id))
await step('RepositoryFiles.create, a pipeline', () =>
  api.RepositoryFiles.create(
    project.id,
    '.gitlab-ci.yml',
    'main',
    'job: { script: make, environment: production }',
    'Describe a pipeline',
  ),
)
await step('Pipelines.create', async () => {
  pipeline = await api.Pipelines.create(project.id, 'main', {
    variables: [{ key: 'A', value: '1' }],
  })
  if (pipeline.source !== 'api') return `it is of ${pipeline.source}`
})
await step('Pipelines.all', async () => {
  const [newest] = await api.Pipelines.all(project.id, { ref: 'main' })
  if (newest?.id !== pipeline.id) return `the newest is ${newest?.id}`
})
await step('Pipelines.allVariables', async () => {
  const [variable] = await api.Pipelines.allVariables(project.id, pipeline.id)
  if (variable?.value !== '1') return 'it is not there'
})
await step('Jobs.all', async () => {
  job = (await api.Jobs.all(project.id, { pipelineId: pipeline.id }))[0]
  if (job?.status !== 'pending') return `it is ${job?.status}`
})
await step('Jobs.cancel and retry', async () => {
  await api.Jobs.cancel(project.id, job.id)
  const again = await api.Jobs.retry(project.id, job.id)
  if (again.id === job.id) return 'it is the same job'
})
await step('Jobs.showLog', () => api.Jobs.showLog(project.id, job.id).then(() => undefined))
await step('Pipelines.cancel, retry and remove', async () => {
  const { status } = await api.Pipelines.cancel(project.id, pipeline.id)
  if (status !== 'canceled') return `it is ${status}`
  await api.Pipelines.retry(project.id, pipeline.id)
  await api.Pipelines.remove(project.id, pipeline.id)
})
await step('ProjectVariables.create, edit and remove', async () => {
  await api.ProjectVariables.create(project.id, 'KEY', 'one')
  const { value } = await api.ProjectVariables.edit(project.id, 'KEY', 'two')
  if (value !== 'two') return `it is ${value}`
  await api.ProjectVariables.remove(project.id, 'KEY')
})
await step('PipelineTriggerTokens.create, trigger and remove', async () => {
  const { id, token: secret } = await api.PipelineTriggerTokens.create(project.id, 'Nightly')
  const { source } = await api.PipelineTriggerTokens.trigger(project.id, 'main', secret)
  if (source !== 'trigger') return `it is of ${source}`
  await api.PipelineTriggerTokens.remove(project.id, id)
})
await step('Environments.create, edit, stop and remove', async () => {
  const { id } = await api.Environments.create(project.id, 'qa')
  await api.Environments.edit(project.id, id, { externalUrl: 'https://qa.example' })
  await api.Environments.stop(project.id, id)
  await api.Environments.remove(project.id, id)
})
await step('Deployments.create and edit', async () => {
  const made = await api.Deployments.create(project.id, 'blue', 'main', 'main', false, {
    status: 'running',
  })
  const { status } = await api.Deployments.edit(project.id, made.id, 'success')
  if (status !== 'success') return `it is ${status}`
})
await step('DeployKeys.create and remove', async () => {
  const key = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEABA=='
  const { id } = await api.DeployKeys.create(project.id, 'Reads', key)
  await api.DeployKeys.remove(project.id, id)
})
await step('Commits.editStatus', () =>
  api.Commits.editStatus(project.id, 'main', 'success', { name: 'outside' }),
)
await step('Deployments.all', () => api.Deployments.all(project.id))
await step('ProjectSnippets.create', () =>
  api.ProjectSnippets.create(project.id, 'Notes', {
    files: [{ filePath: 'a.md', content: 'a' }],
    visibility: 'private',
  }),
)
await step('ProjectLabels.create, edit, promote and all', async () => {
  await api.ProjectLabels.create(project.id, 'roof', '#dc143c')
  await api.ProjectLabels.edit(project.id, 'roof', { newName: 'cellar' })
  const labels = await api.ProjectLabels.all(project.id)
  if (!labels.some(({ name }) => name === 'cellar')) return 'it was not renamed'
})
await step('GroupLabels.create', () => api.GroupLabels.create(group.id, 'deck', '#00ff00'))
await step('ProjectMilestones.create, edit and all', async () => {
  const { id } = await api.ProjectMilestones.create(project.id, 'spring')
  await api.ProjectMilestones.edit(project.id, id, { stateEvent: 'close' })
  const [milestone] = await api.ProjectMilestones.all(project.id)
  if (milestone.state !== 'closed') return `it is ${milestone.state}`
})
await step('GroupMilestones.create', () => api.GroupMilestones.create(group.id, 'summer'))
await step('IssueDiscussions.create, addNote and all', async () => {
  const { id, notes } = await api.IssueDiscussions.create(project.id, issue.iid, 'Where?')
  await api.IssueDiscussions.addNote(project.id, issue.iid, id, notes[0].id, 'Here')
  const found = (await api.IssueDiscussions.all(project.id, issue.iid)).find((one) => one.id === id)
  if (found.notes.length !== 2) return `it has ${found.notes.length} notes`
})
await step('IssueAwardEmojis.award and all', async () => {
  await api.IssueAwardEmojis.award(project.id, issue.iid, 'rocket')
  const [award] = await api.IssueAwardEmojis.all(project.id, issue.iid)
  if (award.name !== 'rocket') return `it is ${award.name}`
})
await step('IssueLinks.create and all', async () => {
  const other = await api.Issues.create(project.id, 'The floor is wet')
  await api.IssueLinks.create(project.id, issue.iid, project.id, other.iid)
  const links = await api.IssueLinks.all(project.id, issue.iid)
  if (links.length !== 1) return `${links.length} are linked`
})
await step('TodoLists.all and done', async () => {
  await api.TodoLists.all()
  await api.TodoLists.done()
})
await step('ProjectIssueBoards.create and createList', async () => {
  const { id } = await api.ProjectIssueBoards.create(project.id, 'Plans')
  const label = (await api.ProjectLabels.all(project.id)).find(({ name }) => name === 'cellar')
  await api.ProjectIssueBoards.createList(project.id, id, { labelId: label.id })
})
await step('ProjectHooks.add, edit, all and remove', async () => {
  const { id } = await api.ProjectHooks.add(project.id, 'http://127.0.0.1:9/hook')
  await api.ProjectHooks.edit(project.id, id, 'http://127.0.0.1:9/hook', { issuesEvents: true })
  const [hook] = await api.ProjectHooks.all(project.id)
  await api.ProjectHooks.remove(project.id, id)
  if (hook.issues_events !== true) return 'it was not changed'
})
await step('ProjectAccessTokens.create and all', async () => {
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await api.ProjectAccessTokens.create(project.id, 'ci', ['read_api'], nextMonth)
  await api.ProjectAccessTokens.all(project.id)
})
await step('DeployTokens.create', () =>
  api.DeployTokens.create('reads', ['read_repository'], { projectId: project.id }),
)
await step('ProjectBadges.add', () =>
  api.ProjectBadges.add(project.id, 'https://x.example/a', 'https://x.example/a.svg'),
)
await step('Applications.create and all', async () => {
  await api.Applications.create('Dashboard', 'http://127.0.0.1:9/callback', 'read_user')
  await api.Applications.all()
})
await step('Snippets.create', () =>
  api.Snippets.create('Notes', {
    files: [{ filePath: 'a.md', content: 'a' }],
    visibility: 'private',
  }),
)
await step('Search.all', () => api.Search.all('issues', 'leaks', { projectId: project.id }))
await step('Events.all', () => api.Events.all({ projectId: project.id }))
await step('NotificationSettings.show', () => api.NotificationSettings.show())
await step('ApplicationSettings.show', () => api.ApplicationSettings.show())
await step('SystemHooks.create', () => api.SystemHooks.create('http://127.0.0.1:9/hook'))
await step('Projects.star', () => api.Projects.star(project.id))
await step('Projects.fork', () => api.Projects.fork(project.id, { path: 'fork', name: 'fork' }))
await step('Projects.archive', () => api.Projects.archive(project.id))
await step('Projects.remove', () => api.Projects.remove(project.id))
await step('Groups.remove', () => api.Groups.remove(group.id))
