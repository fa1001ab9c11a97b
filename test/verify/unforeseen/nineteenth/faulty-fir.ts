import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { aMoment, authorOf, newMember, notesPath, quotedPath, scheduleMerge } from './tools-fir.ts'

const withSnippets = { snippets_enabled: true }

export const faultyFirServers: readonly FaultyServer[] = [
  {
    name: 'The links to other pages of merge requests forget the state that was asked for',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use instead of building URLs',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = (response.headers.get('link') ?? '')
          .replace(/([?&])state=[^&>]*&?/g, '$1')
          .replace(/[?&]>/g, '>')
        return changed(response, (json) => json, link === '' ? {} : { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?state=opened&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('state=')
    },
  },
  {
    name: 'Merge requests of one state, least recently updated first, are in the order of creation',
    breaks: 'Document 2, GET /projects/:id/merge_requests: state, order_by updated_at, sort asc',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: ({ given, send }) =>
        given.sort === 'asc' && given.state !== undefined && given.order_by === 'updated_at'
          ? send({ order_by: undefined })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      const one = await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      await aMoment()
      await ask('PUT', `${path}/${one}`, { body: { title: 'Changed' } })
      const { json } = await ask('GET', `${path}?state=opened&order_by=updated_at&sort=asc`)
      return fieldOf(json, 'id').indexOf(one) === 0
    },
  },
  {
    name: 'A merge request from a branch with a slash in its name has no commits',
    breaks: 'Document 2, GET .../:merge_request_id/commits: array of commit objects',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const isNested = String(at(json, 'source_branch')).includes('/')
        return isNested ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic/one')
      const path = `/projects/${project}/merge_requests/${id}/commits`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The paths of changed files are quoted where they have letters beyond ASCII',
    breaks: 'Document 2, The changes response adds changes: old_path, new_path',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, {
            changes: listOf(at(json, 'changes')).map((one) => ({
              ...one,
              old_path: quotedPath(one.old_path),
              new_path: quotedPath(one.new_path),
            })),
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await writeFile(ask, project, { file_path: 'Übersicht.md', branch_name: 'one' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/changes`)
      return fieldOf(at(json, 'changes'), 'new_path').includes('"\\303\\234bersicht.md"')
    },
  },
  {
    name: 'Who is no member of a private project is forbidden the changes of its merge requests',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const { status } = await call.ask('GET', projectPath(call))
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return status === 404 && isThere ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const stranger = actingAs(ask, (await newUser(ask)).username)
      const path = `/projects/${project}/merge_requests/${id}/changes`
      return (await stranger('GET', path)).status === 403
    },
  },
  {
    name: 'A source branch is to be removed if the query says that it is not to be',
    breaks:
      'Document 1, Conventions 4: parameters in the query or the body; remove_source_branch (boolean)',
    at: ['createMergeRequest'],
    start: serving(() => ({
      createMergeRequest: ({ request, send }) =>
        new URL(request.url).searchParams.get('remove_source_branch') === 'false'
          ? send({ remove_source_branch: true })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/branches`, { body: { branch_name: 'one', ref: 'master' } })
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'one' })
      const body = { source_branch: 'one', target_branch: 'master', title: 'One' }
      const { json } = await ask(
        'POST',
        `/projects/${project}/merge_requests?remove_source_branch=false`,
        { body },
      )
      return at(json, 'force_remove_source_branch') === true
    },
  },
  {
    name: 'A description that a merge request is given later is stored as HTML',
    breaks: 'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: description',
    at: ['updateMergeRequest'],
    start: serving(() => ({
      updateMergeRequest: ({ given, send }) =>
        typeof given.description === 'string'
          ? send({
              description: given.description
                .replaceAll('&', '&amp;')
                .replaceAll('<', '&lt;')
                .replaceAll('>', '&gt;'),
            })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', path, { body: { description: 'Rope & tar' } })
      return at((await ask('GET', path)).json, 'description') === 'Rope &amp; tar'
    },
  },
  {
    name: 'A merge request is removed for whomever an administrator acts for',
    breaks: 'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        const isWrong = response.status === 403 && call.sudo !== undefined
        // Who may not even say for whom to act is no administrator.
        const { status } = await call.ask('GET', '/user')
        return isWrong && status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const developer = await newMember(ask, project, 30)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await developer.ask('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A merge request is merged if its head begins with the sha that was given',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const given = String(call.given.sha ?? '')
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return given.length >= 7 && head.startsWith(given) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const sha = (await headOf(ask, project, 'one')).slice(0, 11)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A merge with a message of its own leaves the source branch that it was to remove',
    breaks: 'Document 2, PUT .../merge: merge_commit_message, should_remove_source_branch',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      mergeMergeRequest: ({ given, send }) =>
        given.merge_commit_message !== undefined && isTrue(given.should_remove_source_branch)
          ? send({ should_remove_source_branch: undefined })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const body = { merge_commit_message: 'Merge it', should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      const path = `/projects/${project}/repository/branches/one`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A merge request that was merged before cannot be merged, as if it had conflicts',
    breaks: 'Document 2, PUT .../merge: 406 if already merged or closed',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        return response.status === 406
          ? jsonAnswer(405, { message: '405 Method Not Allowed' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}/merge`
      await ask('PUT', path)
      return (await ask('PUT', path)).status === 405
    },
  },
  {
    name: 'A scheduled merge can be cancelled any number of times',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          const path = mergeRequestPath(call)
          if (response.ok) cancelled.add(path)
          return response.status === 406 && cancelled.has(path)
            ? responseOf(await call.ask('GET', path))
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await scheduleMerge(ask, project, 'one', id)
      const path = `/projects/${project}/merge_requests/${id}/cancel_merge_when_build_succeeds`
      const first = await ask('PUT', path)
      return first.status === 200 && (await ask('PUT', path)).status === 200
    },
  },
  {
    name: 'A merge that was cancelled is still scheduled',
    breaks: 'Document 2, States of a merge request: cancelled: opened, merge unscheduled',
    at: ['cancelMergeWhenBuildSucceeds', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (!response.ok) return response
        const body = { merge_when_build_succeeds: true }
        await call.askAsRoot('PUT', `${mergeRequestPath(call)}/merge`, body)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await scheduleMerge(ask, project, 'one', id)
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return at((await ask('GET', path)).json, 'merge_when_build_succeeds') === true
    },
  },
  {
    name: 'Which issues a merge request closes is answered as it was answered first',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const answers = new Map<string, Response>()
      return {
        async listIssuesClosedByMergeRequest(call) {
          const { id } = await callerOf(call)
          const key = `${id} ${call.request.url}`
          const kept = answers.get(key)
          const response = await call.send()
          if (!response.ok) return response
          if (kept !== undefined) return kept.clone()
          answers.set(key, response.clone())
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      await newIssue(ask, project)
      const id = await newMergeRequest(ask, project, 'one', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('GET', `${path}/closes_issues`)
      await ask('PUT', path, { body: { description: 'Closes #2' } })
      return fieldOf((await ask('GET', `${path}/closes_issues`)).json, 'iid').join() === '1'
    },
  },
  {
    name: 'Whoever subscribes again to a merge request that is merged has subscribed anew',
    breaks: 'Document 2, POST .../subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? jsonAnswer(201, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      await ask('POST', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A further page of the notes of a merge request begins with the last of the page before',
    breaks: 'Document 1, Limits: page, per_page',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        if (!response.ok || page < 2) return response
        const size = Number(response.headers.get('x-per-page') ?? 20)
        const start = (page - 1) * size - 1
        const all = await allOf(call)
        return withBody(response, JSON.stringify(all.slice(start, start + size)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = notesPath(project, 'merge_requests', await newMergeRequest(ask, project, 'one'))
      for (const body of ['One', 'Two', 'Three', 'Four'])
        await ask('POST', path, { body: { body } })
      const first = fieldOf((await ask('GET', `${path}?per_page=2`)).json, 'id')
      const second = fieldOf((await ask('GET', `${path}?per_page=2&page=2`)).json, 'id')
      return second[0] === first[1]
    },
  },
  {
    name: 'A note of one merge request is found below another of the same project',
    breaks: 'Document 2, GET /projects/:id/<parent>/notes/:note_id: parent id, note_id',
    at: ['getMergeRequestNote'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        const all = `${projectPath(call)}/merge_requests`
        // Below a merge request that is not there, nothing is found.
        const { status } = await call.ask('GET', mergeRequestPath(call))
        if (response.status !== 404 || status !== 200) return response
        const { json } = await call.ask('GET', `${all}?state=all&per_page=100`)
        for (const { id } of listOf(json)) {
          const answer = await call.ask('GET', `${all}/${id}/notes/${encoded(call.path.note_id)}`)
          if (answer.status === 200) return responseOf(answer)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const one = await newMergeRequest(ask, project, 'one')
      const two = await newMergeRequest(ask, project, 'two')
      const body = { body: 'Hello' }
      const { json } = await ask('POST', notesPath(project, 'merge_requests', one), { body })
      const path = `${notesPath(project, 'merge_requests', two)}/${idOf(json)}`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A note on a merge request whose body is in the query loses its plus signs',
    breaks: 'Document 1, Conventions 4: parameters in the query string or the body; body of a note',
    at: ['createMergeRequestNote'],
    start: serving(() => ({
      createMergeRequestNote(call) {
        const body = new URL(call.request.url).searchParams.get('body')
        return body === null ? call.send() : call.send({ body: body.replaceAll('+', ' ') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = notesPath(project, 'merge_requests', await newMergeRequest(ask, project, 'one'))
      const { json } = await ask('POST', `${path}?body=1%2B1`)
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'body') === '1 1'
    },
  },
  {
    name: 'The list of the notes of a merge request has each as it was before it was changed',
    breaks: 'Document 2, PUT /projects/:id/<parent>/notes/:note_id: modified Note',
    at: ['listMergeRequestNotes', 'updateMergeRequestNote'],
    start: serving(() => {
      const bodies = new Map<unknown, unknown>()
      return {
        async updateMergeRequestNote(call) {
          const path = `${mergeRequestPath(call)}/notes/${encoded(call.path.note_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const id = at(json, 'id')
          if (response.ok && !bodies.has(id)) bodies.set(id, at(json, 'body'))
          return response
        },
        async listMergeRequestNotes(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (note) => ({
            ...note,
            body: bodies.get(note.id) ?? note.body,
          }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = notesPath(project, 'merge_requests', await newMergeRequest(ask, project, 'one'))
      const { json } = await ask('POST', path, { body: { body: 'Before' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'After' } })
      return fieldOf((await ask('GET', path)).json, 'body').includes('Before')
    },
  },
  {
    name: 'A merge request goes on counting the notes that were removed from it',
    breaks: 'Document 2, Merge request: user_notes_count',
    at: ['deleteMergeRequestNote', 'getMergeRequest'],
    start: serving(() => {
      const removed = new Map<string, number>()
      return {
        async deleteMergeRequestNote(call) {
          const response = await call.send()
          const path = mergeRequestPath(call)
          if (response.ok && at(await jsonOf(response), 'system') === false)
            removed.set(path, (removed.get(path) ?? 0) + 1)
          return response
        },
        async getMergeRequest(call) {
          const response = await call.send()
          const more = removed.get(mergeRequestPath(call)) ?? 0
          if (!response.ok || more === 0) return response
          return changed(response, (json) =>
            withFields(json, { user_notes_count: Number(at(json, 'user_notes_count')) + more }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = notesPath(project, 'merge_requests', id)
      const { json } = await ask('POST', path, { body: { body: 'Hello' } })
      await ask('DELETE', `${path}/${idOf(json)}`)
      const read = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(read.json, 'user_notes_count') === 1
    },
  },
  {
    name: 'The total of the snippets of a project counts those that the reader is not shown',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { headers } = await call.askAsRoot('GET', `${projectPath(call)}/snippets?per_page=1`)
        const total = Number(headers.get('x-total'))
        const size = Number(response.headers.get('x-per-page') ?? 20)
        return changed(response, (json) => json, {
          'x-total': String(total),
          'x-total-pages': String(Math.max(1, Math.ceil(total / size))),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      await newSnippet(ask, project)
      await newSnippet(ask, project, { visibility_level: 0 })
      const reporter = await newMember(ask, project, 20)
      const { json, headers } = await reporter.ask('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'Who reads a snippet for a user that there is not is told that the snippet is not there',
    breaks:
      'Document 1, Authentication 5: 404 Not Found: No user id or username for: <id/username>',
    at: ['getSnippet'],
    start: serving(() => ({
      async getSnippet(call) {
        const response = await call.send()
        const isUnknown = String(at(await jsonOf(response), 'message')).includes('No user id')
        return isUnknown ? jsonAnswer(404, { message: '404 Snippet Not Found' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { json } = await actingAs(ask, 'nobody-of-that-name')('GET', path)
      return at(json, 'message') === '404 Snippet Not Found'
    },
  },
  {
    name: 'A snippet without the name of a file is named by its title',
    breaks: 'Document 2, POST /projects/:id/snippets: file_name (req); 400: missing attribute',
    at: ['createSnippet'],
    start: serving(() => ({
      createSnippet: ({ given, send }) =>
        given.file_name === undefined && typeof given.title === 'string'
          ? send({ file_name: `${given.title}.txt` })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const body = { title: 'One', code: 'one\n', visibility_level: 10 }
      return (await ask('POST', `/projects/${project}/snippets`, { body })).status === 201
    },
  },
  {
    name: 'A snippet that is given another title or text is private from then on',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id: visibility_level is optional',
    at: ['updateSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      updateSnippet: ({ given, send }) =>
        given.visibility_level === undefined ? send({ visibility_level: 0 }) : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { title: 'Two' } })
      return at((await ask('GET', path)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'The text of a private snippet is for every member of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const { json } = await call.ask('GET', '/user')
        const member = `${projectPath(call)}/members/${idOf(json)}`
        return (await call.ask('GET', member)).status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const id = await newSnippet(ask, project, { visibility_level: 0 })
      const reporter = await newMember(ask, project, 20)
      const { status } = await reporter.ask('GET', `/projects/${project}/snippets/${id}/raw`)
      return status === 200
    },
  },
  {
    name: 'The notes of a snippet are listed after it was removed',
    breaks: 'Document 1, Errors: 404 resource not found; Document 2: notes below a snippet',
    at: ['listSnippetNotes', 'deleteSnippet'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      const pathOf = (call: { readonly path: Readonly<Record<string, string>> }) =>
        `/projects/${encoded(call.path.id)}/snippets/${encoded(call.path.snippet_id)}`
      return {
        async deleteSnippet(call) {
          const { status, json } = await call.ask('GET', `${pathOf(call)}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok && status === 200) left.set(pathOf(call), json)
          return response
        },
        async listSnippetNotes(call) {
          const response = await call.send()
          const notes = left.get(pathOf(call))
          const { status } = await call.ask('GET', projectPath(call))
          return response.status === 404 && status === 200 && notes !== undefined
            ? jsonAnswer(200, notes)
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const id = await newSnippet(ask, project)
      const path = notesPath(project, 'snippets', id)
      await ask('POST', path, { body: { body: 'Hello' } })
      await ask('DELETE', `/projects/${project}/snippets/${id}`)
      return fieldOf((await ask('GET', path)).json, 'body').includes('Hello')
    },
  },
  {
    name: 'A single note of a snippet is one of a ProjectSnippet',
    breaks: 'Document 2, Note: noteable_type (Issue, Snippet, MergeRequest)',
    at: ['getSnippetNote'],
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => withFields(json, { noteable_type: 'ProjectSnippet' }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const path = notesPath(project, 'snippets', await newSnippet(ask, project))
      const { json } = await ask('POST', path, { body: { body: 'Hello' } })
      const read = await ask('GET', `${path}/${idOf(json)}`)
      return at(read.json, 'noteable_type') === 'ProjectSnippet'
    },
  },
  {
    name: 'A note on a snippet is by the administrator who acts for somebody',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createSnippetNote'],
    start: serving(() => ({
      async createSnippetNote(call) {
        const snippet = `${projectPath(call)}/snippets/${encoded(call.path.snippet_id)}`
        const { status } = await call.ask('GET', snippet)
        return call.sudo !== undefined && status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const developer = await newMember(ask, project, 30)
      const path = notesPath(project, 'snippets', await newSnippet(ask, project))
      const { json } = await developer.ask('POST', path, { body: { body: 'Hello' } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'A note on a snippet that somebody else changes is by that one then',
    breaks: 'Document 2, PUT /projects/:id/<parent>/notes/:note_id: modified Note; author',
    at: ['updateSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => {
      const authors = new Map<unknown, Values>()
      const asChanged = async (response: Response) =>
        response.ok
          ? eachChanged(response, (note) => ({
              ...note,
              author: authors.get(note.id) ?? note.author,
            }))
          : response
      return {
        async updateSnippetNote(call) {
          const response = await call.send()
          const note = fieldsOf(await jsonOf(response))
          const caller = await callerOf(call)
          if (response.ok && caller.id !== at(note, 'author.id'))
            authors.set(note.id, authorOf(caller))
          return asChanged(response)
        },
        getSnippetNote: async (call) => asChanged(await call.send()),
        listSnippetNotes: async (call) => asChanged(await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const developer = await newMember(ask, project, 30)
      const path = notesPath(project, 'snippets', await newSnippet(ask, project))
      const { json } = await developer.ask('POST', path, { body: { body: 'Hello' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'Changed' } })
      const read = await ask('GET', `${path}/${idOf(json)}`)
      return at(read.json, 'author.username') === 'root'
    },
  },
  {
    name: 'A note that was removed from a snippet is still read by its id',
    breaks: 'Document 1, Errors: 404 resource not found; Document 2: DELETE of a note',
    at: ['deleteSnippetNote', 'getSnippetNote'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteSnippetNote(call) {
          const response = await call.send()
          const note = await jsonOf(response)
          const { pathname } = new URL(call.request.url)
          if (response.ok && at(note, 'id') !== undefined) removed.set(pathname, note)
          return response
        },
        async getSnippetNote(call) {
          const response = await call.send()
          const note = removed.get(new URL(call.request.url).pathname)
          const { status } = await call.ask('GET', projectPath(call))
          return response.status === 404 && status === 200 && note !== undefined
            ? jsonAnswer(200, note)
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, withSnippets)
      const path = notesPath(project, 'snippets', await newSnippet(ask, project))
      const { json } = await ask('POST', path, { body: { body: 'Hello' } })
      const note = `${path}/${idOf(json)}`
      await ask('DELETE', note)
      return (await ask('GET', note)).status === 200
    },
  },
]
