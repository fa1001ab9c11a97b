import { badRequest } from '../contract/errors.ts'
import { PackRefusal } from '../git/pack/read-pack.ts'
import { type ReceivedObjects, receiveObjects } from '../git/pack/received-objects.ts'
import { PacketReader, ProtocolError } from '../git/protocol/pkt-line.ts'
import { type PushReport, writePushReport } from '../git/protocol/push-report.ts'
import { type PushRequest, readPushRequest } from '../git/protocol/push-request.ts'
import type { Context } from '../gitlab/domain/context.ts'
import { findProject } from '../gitlab/domain/find.ts'
import { createProjectOnPush } from '../gitlab/domain/git/project-on-push.ts'
import { receivePush } from '../gitlab/domain/git/receive-push.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import { pathWithNamespace } from '../gitlab/domain/lookups.ts'
import { knownCommands } from '../gitlab/domain/tracker/slash-commands/interpret.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { readGitBody } from './git-body.ts'
import { contextOf, type GitWork, noticesOf, notKept, repositoryAsked } from './git-work.ts'
import type { Answer } from './response.ts'

const MEBIBYTE = 2 ** 20
/** What a push may send: it is held in memory, as is what it inflates to. */
const MAX_BODY = 128 * MEBIBYTE
const limits = { objects: 500_000, inflated: 512 * MEBIBYTE }

/** Answers `POST git-receive-pack`. */
export async function receivePack(work: GitWork): Promise<Answer> {
  const { call, options } = work
  const body = await readGitBody(call, Math.max(options.bodyLimit, MAX_BODY))
  const request = readRequest(body)
  // What git sends ahead of a large push, to see whether it is let in, updates nothing.
  if (request.updates.length === 0) return answer(new Uint8Array())
  try {
    const repository = repositoryAsked(work)
    const tips = request.updates.flatMap(({ after }) => after ?? [])
    const received = await receiveObjects(request.pack, repository, limits, tips)
    // A push option can hold the description of a merge request, with quick actions.
    await knownCommands.load()
    return answer(writePushReport(request, carryOut(work, request, received)))
  } catch (error) {
    if (!(error instanceof PackRefusal)) throw error
    return answer(writePushReport(request, refusedPack(request, error)))
  }
}

function answer(body: Uint8Array): Answer {
  const type = 'application/x-git-receive-pack-result'
  return { status: 200, headers: notKept, file: { body, type } }
}

function readRequest(body: Uint8Array): PushRequest {
  try {
    return readPushRequest(new PacketReader(body))
  } catch (error) {
    if (error instanceof ProtocolError) throw badRequest(error.message)
    throw error
  }
}

/** What git's own server says of a pack that it does not take. */
function refusedPack({ updates }: PushRequest, { message }: PackRefusal): PushReport {
  return {
    unpackError: 'index-pack abnormal exit',
    refs: updates.map(({ ref }) => ({ ref, problem: 'unpacker error' })),
    shown: [`fatal: ${message}`],
  }
}

/** All in one transaction; what follows is sent to the hooks behind it. */
function carryOut(work: GitWork, request: PushRequest, received: ReceivedObjects): PushReport {
  const { options, store } = work
  const messages: HookMessage[] = []
  const context = contextOf(work, messages)
  const { project, report } = store.transaction(() => {
    const project = projectNow(context, work)
    const isByJob = work.caller.job !== undefined
    const report = receivePush({ ...context, project }, { ...request, received, isByJob })
    return { project, report }
  })
  options.deliver(messages)
  const notices = work.project ? noticesOf(work) : linesOfCreation(work, project)
  return { ...report, shown: [...report.shown, ...notices] }
}

/** The project as it is by now; it is made here where there was none. */
function projectNow(context: Context, { store, project, path }: GitWork): ProjectRecord {
  if (project) return store.projects.get(project.id) ?? project
  // Another push may have made it while the body came.
  return findProject(store, path) ?? createProjectOnPush(context, path)
}

/** What whoever made a project by a push is answered (`Gitlab::Checks::ProjectCreated`). */
function linesOfCreation({ store, base }: GitWork, project: ProjectRecord): string[] {
  const path = pathWithNamespace({ store }, project)
  return [
    '',
    `The private project ${path} was successfully created.`,
    '',
    'To configure the remote, run:',
    `  git remote add origin ${base}/${path}.git`,
    '',
    'To view the project, visit:',
    `  ${base}/${path}`,
    '',
  ]
}
