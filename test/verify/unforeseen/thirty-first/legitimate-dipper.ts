import { at, type LegitimateServer } from '../server.ts'
import {
  encoded,
  fieldOf,
  fieldsOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'

const isOfState = ({ system, body }: Values) =>
  system === true && /^(?:closed|reopened|merged)\b/i.test(String(body))

const withoutStates: Rule = (call) => relisted(call, (all) => all.filter((one) => !isOfState(one)))

const unlessOfState: Rule = async (call) => {
  const response = await call.send()
  const isHidden = response.ok && isOfState(fieldsOf(await jsonOf(response)))
  return isHidden ? jsonAnswer(404, { message: '404 Note Not Found' }) : response
}

export const legitimateDipperServers: readonly LegitimateServer[] = [
  {
    name: 'A merge looks at its sha before it looks at whether there is still something to merge',
    allowedBy:
      'Document 2: 406 if already merged or closed, 409 on `sha` mismatch; where both hold, nothing says which of them comes first',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        const { sha } = call.given
        if (response.status !== 406 || typeof sha !== 'string') return response
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        if (sha === head) return response
        return jsonAnswer(409, { message: `SHA does not match HEAD of source branch: ${head}` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      await ask('PUT', `${path}/merge`)
      const sha = '0123456789'.repeat(4)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 409
    },
  },
  {
    name: 'A branch that there is already is a conflict',
    allowedBy:
      'Document 1, Errors: 409: conflicting resource exists; POST .../branches names no status of its own for it',
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        const { branch_name } = call.given
        if (typeof branch_name !== 'string' || branch_name === '') return response
        const path = `${repositoryPath(call)}/branches/${encoded(branch_name)}`
        if ((await call.ask('GET', path)).status !== 200) return response
        return jsonAnswer(409, { message: `409 Conflict: ${branch_name} already exists` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'master')).status === 409
    },
  },
  {
    name: 'A build that is canceled already is not canceled again',
    allowedBy:
      'Document 3: Source states permitted for each build operation: not shown; Document 1, Errors: 403: request not allowed',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const before = fieldsOf((await call.askAsRoot('GET', path)).json)
        const response = await call.send()
        if (!response.ok || before.status !== 'canceled') return response
        return jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'unit:\n  script: [make]\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const path = `/projects/${project}/builds`
      const [id] = fieldOf((await ask('GET', path)).json, 'id')
      const first = await ask('POST', `${path}/${id}/cancel`)
      const second = await ask('POST', `${path}/${id}/cancel`)
      return first.status === 201 && second.status === 403
    },
  },
  {
    name: 'Closing, reopening and merging leave no notes of the system',
    allowedBy:
      'Document 2, Note: system boolean; nothing says what the system writes notes of, and newer versions keep changes of states as events',
    start: serving(() => ({
      listIssueNotes: withoutStates,
      listMergeRequestNotes: withoutStates,
      getIssueNote: unlessOfState,
      getMergeRequestNote: unlessOfState,
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const notes = await ask('GET', `${path}/notes`)
      return notes.status === 200 && listOf(notes.json).length === 0
    },
  },
  {
    name: 'Masters may remove a branch though it is protected',
    allowedBy:
      'Document 3, DELETE .../branches/:branch refuses none by name; Document 1, default_branch_protection: masters anything',
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.ask('GET', path)).json)
        const project = fieldsOf((await call.ask('GET', projectPath(call))).json)
        const isDefault = project.default_branch === branch.name
        if (response.status !== 405 || branch.protected !== true || isDefault) return response
        // Whoever may not unprotect a branch may not remove a protected one either.
        const { status } = await call.ask('PUT', `${path}/unprotect`)
        return status === 200 ? call.send() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const path = `/projects/${project}/repository/branches/topic`
      await ask('PUT', `${path}/protect`, { body: {} })
      return (await ask('DELETE', path)).status === 200
    },
  },
]
