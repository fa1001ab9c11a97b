import {
  closeIssue,
  createIssue,
  type Issue,
  listIssues,
  listProjects,
  type Project,
} from './api.ts'

/** A small tracker: its projects, the issues of one, and forms that create and close. */
function element<Kind extends HTMLElement>(selector: string, kind: { new (): Kind }): Kind {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}.`)
}

const projects = element('#projects', HTMLUListElement)
const issues = element('#issues', HTMLUListElement)
const form = element('form', HTMLFormElement)
const problem = element('[role=alert]', HTMLElement)
let open: Project | undefined

function button(text: string, act: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button')
  made.textContent = text
  made.addEventListener('click', () => void attempt(act))
  return made
}

async function attempt(act: () => Promise<void>): Promise<void> {
  problem.textContent = ''
  try {
    await act()
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error)
  }
}

function issueItem(project: Project, { id, iid, title, state }: Issue): HTMLLIElement {
  const item = document.createElement('li')
  item.append(`#${iid} ${title} (${state === 'closed' ? 'closed' : 'open'}) `)
  if (state === 'closed') return item
  const close = async () => {
    await closeIssue(project.id, id)
    await show(project)
  }
  item.append(button(`Close #${iid}`, close))
  return item
}

async function show(project: Project): Promise<void> {
  open = project
  const all = await listIssues(project.id)
  issues.replaceChildren(...all.map((issue) => issueItem(project, issue)))
  element('section', HTMLElement).hidden = false
  element('h2', HTMLHeadingElement).textContent = project.path_with_namespace
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(async () => {
    if (open === undefined) return
    await createIssue(open.id, String(new FormData(form).get('title')))
    form.reset()
    await show(open)
  })
})

void attempt(async () => {
  const all = await listProjects()
  const items = all.map((project) => {
    const item = document.createElement('li')
    item.append(button(project.path_with_namespace, () => show(project)))
    return item
  })
  projects.replaceChildren(...items)
})
