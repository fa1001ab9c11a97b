const project = '/api/v3/projects/jane%2Fwebsite'
let token = ''

function find<Found extends HTMLElement>(selector: string): Found {
  const element = document.querySelector<Found>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}

/** Asks the API, which is at the origin of the page; says on the page what went wrong. */
async function ask(path: string, method = 'GET', body?: object) {
  const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' }
  const response = await fetch(path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  find('[role=alert]').textContent = response.ok ? '' : `The server answers ${response.status}.`
  return response.ok ? response.json() : undefined
}

interface Issue {
  readonly id: number
  readonly iid: number
  readonly title: string
}

async function showIssues(): Promise<void> {
  const issues: Issue[] | undefined = await ask(`${project}/issues?state=opened&sort=asc`)
  if (!issues) return
  find('ul').replaceChildren(
    ...issues.map(({ id, iid, title }) => {
      const item = document.createElement('li')
      item.textContent = `#${iid} ${title} `
      const button = document.createElement('button')
      button.textContent = `Close #${iid}`
      button.addEventListener('click', async () => {
        await ask(`${project}/issues/${id}`, 'PUT', { state_event: 'close' })
        await showIssues()
      })
      item.append(button)
      return item
    }),
  )
}

find<HTMLFormElement>('#sign-in').addEventListener('submit', async (event) => {
  event.preventDefault()
  token = find<HTMLInputElement>('[name=token]').value
  const user: { name: string } | undefined = await ask('/api/v3/user')
  find('main').hidden = false
  if (!user) return
  find('h1').textContent = `Issues for ${user.name}`
  await showIssues()
})

find<HTMLFormElement>('#create').addEventListener('submit', async (event) => {
  event.preventDefault()
  const field = find<HTMLInputElement>('[name=title]')
  if (await ask(`${project}/issues`, 'POST', { title: field.value })) {
    field.value = ''
    await showIssues()
  }
})
