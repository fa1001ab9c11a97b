import type { Forge } from '../../../src/forge/forge.ts'
import { readCall } from '../mutants/call.ts'
import { answer } from '../mutants/faults/operations.ts'
import type { Fault } from '../mutants/mutant.ts'

/** 500 users, each with a personal namespace; every tenth has a public project with an issue. */
export const populous = ({ db }: Forge) => addUsers(db, 500)

/** So many users more, as those of `populous`. */
export function addUsers(db: Forge['db'], count: number): void {
  for (let number = 1; number <= count; number++) {
    addUser(db, `inhabitant-${number}`, number % 10 === 0)
  }
}

function addUser(db: Forge['db'], username: string, isOwner: boolean): void {
  const email = `${username}@crowd.example`
  const user = db.users.insert({ username, name: username.replace('-', ' '), email })
  const namespace = db.namespaces.insert({
    kind: 'user',
    owner_id: user.id,
    name: username,
    path: username,
  })
  if (!isOwner) return
  const project = db.projects.insert({
    namespace_id: namespace.id,
    creator_id: user.id,
    name: `Garden of ${username}`,
    path: 'garden',
    visibility_level: 20,
    runners_token: `runners-token-of-${username}`,
  })
  db.repositories.insert({ id: project.id })
  db.issues.insert({ iid: 1, project_id: project.id, author_id: user.id, title: 'Weeds' })
}

/** With every third request somebody joins, leaves, or opens or closes an issue. */
export function busy(): Fault {
  return (context) => {
    let count = 0
    return async (request) => {
      const call = await readCall(request)
      count++
      if (count % 3 === 0) {
        context.hit()
        happen(context.forge, count)
      }
      return answer(call, context)
    }
  }
}

function happen({ db }: Forge, count: number): void {
  const newcomers = db.users.all().filter(({ username }) => username.startsWith('newcomer-'))
  const weeds = db.issues.all().filter(({ title }) => title === 'Weeds')
  const [issue] = weeds.slice(count % Math.max(1, weeds.length))
  if (count % 2 === 0) addUser(db, `newcomer-${count}`, count % 4 === 0)
  else if (issue)
    db.issues.replace(issue, { state: issue.state === 'opened' ? 'closed' : 'opened' })
  const [first] = newcomers
  const namespace = first && db.namespaces.by('owner_id', first.id)[0]
  if (newcomers.length < 20 || !first || !namespace) return
  for (const project of db.projects.by('namespace_id', namespace.id).slice()) {
    const repository = db.repositories.get(project.id)
    db.issues.removeAll(db.issues.by('project_id', project.id))
    if (repository) db.repositories.remove(repository)
    db.projects.remove(project)
  }
  db.namespaces.remove(namespace)
  db.users.remove(first)
}
